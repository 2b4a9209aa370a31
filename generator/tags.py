"""The structure tree of a PDF, for readers of its words: PDF/UA-1 (ISO 14289-1) on PDF 1.7.

In go the elements that own the marks, in the order in which they are drawn; out come the tree's objects and what opens
an element's content on a page. An element holds only its parent: its children stand in the order of their first marks.
The file around the tree is here, too.
"""

import json
from collections.abc import Callable, Mapping
from hashlib import md5, sha256
from typing import Any, Final
from xml.sax.saxutils import escape
from zlib import compress

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import (
    XMP,
    OutlineEntryObject,
    PDFDictionary,
    PDFDocument,
    PDFInfo,
    PDFObject,
    PDFStream,
    PDFString,
    PDFZCompress,
)

from generator.model import SheetSpec
from generator.pages import Document, Element

ATTACHED: Final = "rr-print.json"
"""Name of the attachment that a file is checked with."""
_DESCRIBED: Final = (
    "The numbers, the worked examples and the words that this file was printed from, for rr-print check."
)
EXAMPLE: Final = "example "
"""In the tree, the title of an element that prints a worked example is this and the example's id."""

_TOGETHER: Final = 100
"""Objects in one object stream: a reader that wants one of them reads them all."""
_ESCAPES: Final = str.maketrans({"(": r"\(", ")": r"\)", "\\": r"\\"})

Box = tuple[int, int, int, int]
"""Left, bottom, right, top in hundredths of a point, the origin at the bottom left of the page."""


class _Info(PDFInfo):
    """What the file says of itself, without a date: the same kit is the same file on every day."""

    def format(self, document: PDFDocument) -> bytes:
        """The Info dictionary."""
        return PDFDictionary(
            {"Title": PDFString(self.title), "Creator": PDFString("rr-print"), "Producer": PDFString("ReportLab")}
        ).format(document)


class File(PDFDocument):
    """ReportLab's document, small objects packed into object streams: the tags of a kit weigh a seventh that way."""

    Catalog: Any

    def __init__(self, shown: Document) -> None:
        super().__init__(compression=1, invariant=1, pdfVersion=(1, 7), lang=shown.language)
        self.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        self.Catalog.Metadata = XMP(creator=lambda _: _xmp(shown).encode())
        self.Catalog.ViewerPreferences = PDFDictionary(
            {"DisplayDocTitle": "true", "PrintScaling": "/None", "Duplex": "/Simplex", "PickTrayByPDFSize": "true"}
        )
        self.info = _Info()
        self.info.title = shown.title

    def attach(self, told: Mapping[str, Any]) -> None:
        """Attach what the file tells of itself, as JSON that is the same on every day."""
        data = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str).encode()
        # The checksum is the standard's own (ISO 32000-1, table 46): against damage, not against forgers.
        checksum = md5(data, usedforsecurity=False).hexdigest()
        stream = PDFStream(PDFDictionary({"Type": "/EmbeddedFile", "Subtype": "/application#2Fjson"}), data)
        stream.filters = [PDFZCompress]
        stream.dictionary["Params"] = PDFDictionary({"Size": len(data), "CheckSum": f"<{checksum}>"})
        name, ref = pdf_text(ATTACHED), self.refer(stream)
        spec = f"<</Type/Filespec/F{name}/UF{name}/Desc{pdf_text(_DESCRIBED)}/EF<</F {ref}/UF {ref}>>>>"
        self.Catalog.Names = Tag(self, lambda: f"<</EmbeddedFiles<</Names[{name} {Tag(self, lambda: spec).ref}]>>>>")

    def refer(self, thing: PDFObject) -> str:
        """The reference to an object, which has a number from now on."""
        reference: Any = self.Reference
        named: bytes = reference(thing).format(self)
        return named.decode()

    def format(self) -> bytes:
        """The whole file."""
        out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        rows = {0: (0, 0, 65535)}
        small: list[tuple[int, bytes]] = []
        rest: list[tuple[int, bytes]] = []  # apart, so that whoever wants the pages need not read it
        while (number := len(rows)) in self.numberToId:  # formatting an object may register more of them
            thing = self.idToObject[self.numberToId[number]]
            code = pdfdoc.format(thing, self, toplevel=1)
            rows[number] = 1, len(out), 0
            if isinstance(thing, PDFStream):
                out += b"%d 0 obj\n%bendobj\n" % (number, code)
            else:
                (rest if isinstance(thing, Tag | OutlineEntryObject) else small).append((number, code))
        packs = [pool[at : at + _TOGETHER] for pool in (small, rest) for at in range(0, len(pool), _TOGETHER)]
        for pack in packs:
            holder = len(rows)
            rows[holder] = 1, len(out), 0
            rows |= {number: (2, holder, place) for place, (number, _) in enumerate(pack)}
            out += _pack(holder, pack)
        start = len(out)
        rows[len(rows)] = 1, start, 0
        table = b"".join(
            kind.to_bytes(1, "big") + a.to_bytes(4, "big") + b.to_bytes(2, "big") for kind, a, b in rows.values()
        )
        identity = sha256(out).hexdigest()[:32]
        keys = f"/Type/XRef/Size {len(rows)}/W[1 4 2]/ID[<{identity}><{identity}>]"
        keys += f"/Root {self.refer(self.Catalog)}/Info {self.refer(self.info)}"
        out += _stream(len(rows) - 1, keys, table)
        return bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)


def _pack(number: int, pack: list[tuple[int, bytes]]) -> bytes:
    places, at = [], 0
    for inside, code in pack:
        places.append(f"{inside} {at}")
        at += len(code) + 1
    head = " ".join(places).encode() + b"\n"
    return _stream(number, f"/Type/ObjStm/N {len(pack)}/First {len(head)}", head + b"\n".join(code for _, code in pack))


def _stream(number: int, keys: str, data: bytes) -> bytes:
    packed = compress(data)
    head = f"{number} 0 obj\n<<{keys}/Filter/FlateDecode/Length {len(packed)}>>\nstream\n"
    return head.encode() + packed + b"\nendstream\nendobj\n"


class Tag(PDFObject):
    """An object of the structure tree, written when all of them have their numbers."""

    def __init__(self, file: File, write: Callable[[], str]) -> None:
        self._write = write
        self.ref = file.refer(self)

    def format(self, _: PDFDocument) -> bytes:
        """The object, as ReportLab asks for it."""
        return self._write().encode("ascii")


class Node(Tag):
    """A structure element: one printed instance of an `Element`, or a section of the document itself."""

    def __init__(self, file: File, role: str, parent: Tag, element: Element | None = None, title: str = "") -> None:
        super().__init__(file, self._keys)
        self._numbers = file.idToObjectNumberAndVersion
        self.role = role
        self.parent = parent
        self.element = element
        self.title = title
        self.children: list[Node | tuple[str, int]] = []
        """Elements, and content as (ReportLab's name of its page, number on that page)."""
        self.box: Box | None = None
        if isinstance(parent, Node):
            parent.children.append(self)

    def cover(self, box: Box) -> None:
        """Note the ink of this element."""
        left, bottom, right, top = self.box or box
        self.box = min(left, box[0]), min(bottom, box[1]), max(right, box[2]), max(top, box[3])

    def _keys(self) -> str:
        home = next((child[0] for child in self.children if isinstance(child, tuple)), "")
        children = [child.ref if isinstance(child, Node) else self._content(*child, home) for child in self.children]
        keys = f"/S/{self.role}/P {self.parent.ref}"
        if home:
            keys += f"/Pg {self._page(home)}"
        if children:
            keys += f"/K[{' '.join(children)}]"
        return f"<<{keys}{self._attributes()}>>"

    def _content(self, page: str, number: int, home: str) -> str:
        return str(number) if page == home else f"<</Type/MCR/Pg {self._page(page)}/MCID {number}>>"

    def _page(self, name: str) -> str:
        return f"{self._numbers[name][0]} 0 R"

    def _attributes(self) -> str:
        keys, title, element = "", self.title, self.element
        if element is not None:
            for key, text in (("Alt", element.alt), ("ActualText", element.actual)):
                keys += f"/{key}{pdf_text(text)}" if text else ""
            keys += f"/A<</O/Table/Scope/{element.scope}>>" if element.scope else ""
            keys += f"/A<</O/List/ListNumbering/{element.numbering}>>" if element.numbering else ""
            title = EXAMPLE + element.example if element.example else ""
        if self.box and len({child[0] for child in self.children if isinstance(child, tuple)}) == 1:
            keys += f"/A<</O/Layout/BBox[{' '.join(f'{edge / 100:.2f}' for edge in self.box)}]>>"
        return keys + (f"/T{pdf_text(title)}" if title else "")


class Tags:
    """The tree of one file while its pages are drawn."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._root = file.Catalog.StructTreeRoot = Tag(file, self._write_root)
        self._top = Node(file, "Document", self._root)
        self._nodes: dict[tuple[str, int, Element], Node] = {}
        self._sheet = ""
        self._title = ""
        self._section: Node | None = None
        self._owners: list[Node] = []
        self._parents: list[str] = []

    def start_page(self, spec: SheetSpec) -> bool:
        """Draw on ReportLab's next page; True when a sheet begins with it."""
        begins = spec.name != self._sheet
        if begins:
            self._sheet, self._title, self._section = spec.name, spec.title, None
        self._owners = []
        return begins

    def node(self, copy: int, element: Element) -> Node:
        """The instance of an element in a copy of its piece."""
        key = (self._sheet, copy, element)
        found = self._nodes.get(key)
        if found is None:
            parent = self._begun() if element.parent is None else self.node(copy, element.parent)
            found = self._nodes[key] = Node(self._file, element.role, parent, element)
        return found

    def _begun(self) -> Node:
        if self._section is None:
            self._section = Node(self._file, "Sect", self._top, title=self._title)
        return self._section

    def open(self, node: Node) -> str:
        """The operator that opens more content of an element on this page."""
        number = len(self._owners)
        node.children.append((self._file.thisPageName(), number))
        self._owners.append(node)
        return f"/{node.role} <</MCID {number}>> BDC"

    def end_page(self, page: Any) -> None:
        """Tie ReportLab's page to the tree."""
        owners = self._owners
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents, page.Tabs = len(self._parents), "/S"
        self._parents.append(Tag(self._file, lambda: f"[{' '.join(node.ref for node in owners)}]").ref)

    def _write_root(self) -> str:
        parents = " ".join(f"{number} {ref}" for number, ref in enumerate(self._parents))
        return (
            f"<</Type/StructTreeRoot/K[{self._top.ref}]/ParentTree<</Nums[{parents}]>>"
            f"/ParentTreeNextKey {len(self._parents)}>>"
        )


def pdf_text(text: str) -> str:
    """A text string in PDF's syntax, in ASCII."""
    if text.isascii() and text.isprintable():
        return f"({text.translate(_ESCAPES)})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def _xmp(shown: Document) -> str:
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">'
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(shown.title)}</rdf:li></rdf:Alt></dc:title>'
        f"<dc:language><rdf:Bag><rdf:li>{escape(shown.language)}</rdf:li></rdf:Bag></dc:language>"
        "<pdfuaid:part>1</pdfuaid:part></rdf:Description></rdf:RDF></x:xmpmeta>\n"
        '<?xpacket end="r"?>'
    )
