"""Small changes to Python sources, one at a time: the places where each operator applies, found in the syntax tree."""
import ast
import difflib
import re
import typing

COMPARED = {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
            ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
# What only writes a log is not part of the server's behaviour.
QUIET = re.compile(r"(await )?(logger\.|debug\(|warnings\.|self\.(cmd_channel\.)?log\w*\()")


class Place(typing.NamedTuple):
    path: str
    line: int
    operator: str
    start: int  # in bytes
    end: int
    text: str  # what stands there instead

    def applied(self, source):
        data = source.encode()
        return (data[: self.start] + self.text.encode() + data[self.end :]).decode()

    def shown(self, source):
        """The lines that are removed and added."""
        lines = difflib.unified_diff(source.splitlines(), self.applied(source).splitlines(), n=0, lineterm="")
        return "\n".join(line for line in list(lines)[2:] if not line.startswith("@@"))


class Finder(ast.NodeVisitor):
    """Collects the places of a file, outside the classes and functions that are named in `unused`."""

    def __init__(self, path, source, unused):
        self.path, self.source, self.unused, self.places = path, source, unused, []
        self.starts = [0]
        for line in source.encode().splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def add(self, operator, node, text):
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[node.end_lineno - 1] + node.end_col_offset
        self.places.append(Place(self.path, node.lineno, operator, start, end, text))

    def negate(self, node):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and not isinstance(node.ops[0], ORDERS):
            return  # the same as the opposite comparison
        text = ast.get_source_segment(self.source, node)
        self.add("negated", node, f"(not ({text}))")

    def is_quiet(self, node):
        return QUIET.match(ast.get_source_segment(self.source, node))

    def drop(self, node):
        self.add("dropped", node, "pass")

    def visit_definition(self, node):
        if node.name in self.unused or node.name.startswith("__repr"):
            return
        # Neither annotations nor decorators: only what runs when the server works.
        for child in getattr(node, "args", None) and [*node.args.defaults, *filter(None, node.args.kw_defaults)] or []:
            self.visit(child)
        for child in node.body:
            self.visit(child)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_definition

    def visit_If(self, node):
        self.negate(node.test)
        self.generic_visit(node)

    visit_While = visit_IfExp = visit_If

    def visit_comprehension(self, node):
        for condition in node.ifs:
            self.negate(condition)
        self.generic_visit(node)

    def visit_Compare(self, node):
        if len(node.ops) == 1:
            turned = ast.Compare(node.left, [COMPARED[type(node.ops[0])]()], node.comparators)
            self.add("compared", node, f"({ast.unparse(turned)})")
        self.generic_visit(node)

    def visit_BoolOp(self, node):
        turned = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self.add("and/or", node, f"({ast.unparse(ast.BoolOp(turned, node.values))})")
        self.generic_visit(node)

    def visit_Constant(self, node):
        if type(node.value) is int:
            for more in (1, -1):
                self.add("number", node, f"({node.value + more})")
        if type(node.value) is bool:
            self.add("flag", node, str(not node.value))

    def visit_Return(self, node):
        if node.value is None or ast.unparse(node.value) in ("None", "NotImplemented"):
            return
        if not (isinstance(node.value, ast.Constant) and type(node.value.value) is bool):
            self.add("returned", node, "return None")
        self.generic_visit(node)

    def visit_Raise(self, node):
        self.add("not raised", node, "pass")

    def visit_Expr(self, node):
        if not isinstance(node.value, (ast.Constant, ast.Yield)) and not self.is_quiet(node):
            self.drop(node)
            self.generic_visit(node)

    def visit_Assign(self, node):
        self.drop(node)
        self.visit(node.value)

    visit_AugAssign = visit_Assign

    def visit_AnnAssign(self, node):
        if node.value is not None:
            self.drop(node)
            self.visit(node.value)

    def visit_Delete(self, node):
        self.drop(node)

    def visit_JoinedStr(self, node):
        """Python does not tell where the parts of a formatted string are."""


def places(path, source, unused):
    tree = ast.parse(source)
    finder = Finder(path, source, unused)
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            finder.visit(node)
        elif isinstance(node, ast.Assign):
            finder.visit(node.value)  # such as the table of commands
    return finder.places
