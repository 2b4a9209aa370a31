(() => {
  "use strict";
  const form = document.querySelector("form");
  const main = document.getElementById("kit");
  const state = document.querySelector(".state");
  const tip = document.getElementById("tip");
  let stream = null;
  document.body.classList.add("live");

  const query = () => new URLSearchParams([...new FormData(form)].filter(([, value]) => value.trim()));

  const follow = (seen) => {
    if (stream) stream.close();
    const asked = query();
    history.replaceState(null, "", asked.size ? `/?${asked}` : "/");
    asked.set("seen", seen);
    stream = new EventSource(`/news?${asked}`);
    stream.addEventListener("kit", (event) => show(JSON.parse(event.data)));
    stream.addEventListener("numbers", (event) => number(JSON.parse(event.data)));
    stream.addEventListener("error", () => { state.textContent = "rr-print does not answer: it may have been ended."; });
  };

  // What is shown anew keeps the pictures that are as they were, and the place of whoever reads them.
  const show = (told) => {
    hide();
    const here = document.activeElement.id;
    const known = new Map([...main.querySelectorAll(".paper")].map((paper) => [paper.dataset.mark, paper]));
    const made = document.createElement("template");
    made.innerHTML = told.main;
    for (const paper of made.content.querySelectorAll(".paper")) {
      const old = known.get(paper.dataset.mark);
      if (old) paper.replaceChildren(...old.childNodes);
    }
    main.replaceChildren(made.content);
    if (!form.contains(document.activeElement)) controls(told.form); else wrong(told.form);
    if (state.textContent !== told.state) state.textContent = told.state;
    back(here);
  };

  const controls = (html) => {
    const made = document.createElement("template");
    made.innerHTML = html;
    for (const old of form.querySelectorAll("p:not(.go)")) old.remove();
    form.prepend(made.content);
  };

  // While somebody is in the form only its messages change.
  const wrong = (html) => {
    const made = document.createElement("template");
    made.innerHTML = html;
    for (const field of form.elements) {
      if (!field.id) continue;
      const now = made.content.getElementById(field.id);
      field.parentElement.querySelector(".wrong")?.remove();
      for (const name of ["aria-invalid", "aria-describedby"]) {
        if (now?.hasAttribute(name)) field.setAttribute(name, now.getAttribute(name)); else field.removeAttribute(name);
      }
      const message = now?.parentElement.querySelector(".wrong");
      if (message) field.after(message);
    }
  };

  // Each number is a place on its picture: one stop of the Tab key for each page, arrows within it.
  const number = (told) => {
    const here = document.activeElement.id;
    for (const paper of main.querySelectorAll(".paper")) {
      const page = paper.dataset.page;
      const rows = told[page] || [];
      const text = JSON.stringify(rows);
      const old = paper.querySelector(".numbers");
      if (old && old.told === text) continue;
      old?.remove();
      if (!rows.length) continue;
      const places = new Map();
      for (const row of rows) {
        const key = row.box.join(" ");
        places.set(key, [...(places.get(key) || []), row]);
      }
      const group = document.createElement("div");
      group.className = "numbers";
      group.setAttribute("role", "toolbar");
      group.setAttribute("aria-label", `Where the numbers of page ${page} come from`);
      let count = 0;
      for (const same of places.values()) {
        const button = document.createElement("button");
        const [left, top, width, height] = same[0].box;
        button.type = "button";
        button.id = `number-${page}-${count}`;
        button.tabIndex = count++ ? -1 : 0;
        Object.assign(button.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
        const lines = [...new Set(same.map((row) => `${row.text}: ${row.origin}`))];
        button.setAttribute("aria-label", same.length > 1 ? `${same.length} numbers of a picture` : `${same[0].text}, in “${same[0].around}”`);
        button.origin = lines;
        group.append(button);
      }
      group.told = text;
      paper.append(group);
    }
    back(here);
  };

  const back = (id) => {
    if (id && document.activeElement.id !== id) document.getElementById(id)?.focus({ preventScroll: true });
  };

  const tell = (button) => {
    hide();
    tip.replaceChildren(...button.origin.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
    tip.hidden = false;
    button.setAttribute("aria-describedby", "tip");
    const box = button.getBoundingClientRect();
    const size = tip.getBoundingClientRect();
    const left = Math.min(box.left, document.documentElement.clientWidth - size.width - 8);
    const below = box.bottom + size.height + 4 < window.innerHeight;
    tip.style.left = `${Math.max(8, left) + window.scrollX}px`;
    tip.style.top = `${(below ? box.bottom + 2 : Math.max(2, box.top - size.height - 2)) + window.scrollY}px`;
  };
  const hide = () => {
    tip.hidden = true;
    document.querySelector('[aria-describedby="tip"]')?.removeAttribute("aria-describedby");
  };
  const place = (target) => (target.closest ? target.closest(".numbers button") : null);

  let leaving = 0;
  document.addEventListener("pointerover", (event) => {
    const button = place(event.target);
    clearTimeout(leaving);
    if (button) tell(button);
    else if (!tip.hidden && !tip.contains(event.target) && !place(document.activeElement)) leaving = setTimeout(hide, 300);
  });
  main.addEventListener("focusin", (event) => { if (place(event.target)) tell(event.target); });
  main.addEventListener("focusout", (event) => { if (place(event.target)) hide(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    const button = place(event.target);
    if (!button) return;
    const all = [...button.parentElement.children];
    const at = all.indexOf(button);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || !all[to]) return;
    event.preventDefault();
    button.tabIndex = -1;
    all[to].tabIndex = 0;
    all[to].focus();
  });

  form.addEventListener("change", () => follow(""));
  form.addEventListener("submit", (event) => {
    if (event.submitter && event.submitter.classList.contains("print")) return;
    event.preventDefault();
    follow("");
  });
  follow(document.body.dataset.version);
})();
