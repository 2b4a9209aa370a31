(() => {
  "use strict";
  const store = document.body.dataset.store;
  const fields = [...document.querySelectorAll("input")];
  const read = () => { try { return JSON.parse(localStorage.getItem(store)) || {}; } catch { return {}; } };
  const keep = (all) => { try { localStorage.setItem(store, JSON.stringify(all)); } catch { /* this browser keeps nothing */ } };
  const ticked = (field) => field.type === "checkbox" || field.type === "radio";
  const show = (all) => {
    for (const field of fields) {
      if (!(field.id in all)) continue;
      if (ticked(field)) field.checked = all[field.id] === true; else field.value = String(all[field.id]);
    }
  };
  show(read());
  document.addEventListener("input", () => {
    const all = {};
    for (const field of fields) {
      if (ticked(field)) { if (field.checked) all[field.id] = true; }
      else if (field.value !== field.defaultValue) all[field.id] = field.value;
    }
    keep(all);
  });
  document.querySelector(".keep").hidden = false;
  document.querySelector(".clear").addEventListener("click", () => {
    if (!window.confirm("Clear everything that is written on this page?")) return;
    for (const field of fields) { if (ticked(field)) field.checked = false; else field.value = field.defaultValue; }
    try { localStorage.removeItem(store); } catch { /* nothing was kept */ }
    document.querySelector(".kept").textContent = "Everything is cleared.";
  });
})();
