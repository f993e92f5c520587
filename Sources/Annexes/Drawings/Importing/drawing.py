# Reads DXF (by ezdxf, https://ezdxf.mozman.at) and SVG, from its standard input.
#
# Prints one JSON document: `features` of GeoJSON in metres from the lower left corner, and what was `unused`; or what was
# `expected` and `found`. The kind of a shape stands in the name of its layer, or of the nearest group with a known name. Curves
# become lines, of at most some 40 pieces for each part of a curve, however large it is. What takes more than its share of points, entities
# or nesting is refused.
import bisect, collections, itertools, json, math, re, sys

path, scale = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else None
MOST = {"points": 200_000, "entities, those of blocks included": 200_000, "sides of rooms to look for labels in": 20_000_000}
counts = collections.Counter()
KINDS = [
    ("door", r"door|opening|t(ü|ue)r(en)?\b|öffnung|porte"),
    ("wall", r"wall|wand\b|wände|mauer|\bmurs?\b"),
    ("room", r"room|raum|räume|zimmer|space|area|zone|bereich|flur|corridor|hall"),
]

def kind_of(name):
    name = re.sub(r"[_\-.|$]", " ", name or "")
    return next((kind for kind, words in KINDS if re.search(words, name, re.I)), None)

def stop(expected, found):
    print(json.dumps({"expected": expected, "found": found}))
    sys.exit(0)

def count(what, more=1):
    counts[what] += more
    if counts[what] > MOST[what]:
        stop("at most %d %s" % (MOST[what], what), "more")

def check(points, what):
    for value in itertools.chain.from_iterable(points):
        if not abs(value * scale) <= 1e7:
            stop("coordinates within 10,000 km", "%g m in %s" % (value * scale, what))

def area(points):
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1]))) / 2

def inside(place, points):
    found = False
    for a, b in zip(points, points[1:] + points[:1]):
        if (a[1] > place[1]) != (b[1] > place[1]):
            if place[0] < a[0] + (b[0] - a[0]) * (place[1] - a[1]) / (b[1] - a[1]):
                found = not found
    return found

# Shapes as (kind or None, layer, name, points, whether closed), labels as (text, place); in units of the drawing.
shapes, labels, unused = [], [], collections.Counter()

def add(kind, layer, name, points, closed, what):
    points = [(float(x), float(y)) for x, y in points]
    count("points", len(points))
    check(points, what)
    kept = []
    for point in points:
        if not kept or math.dist(kept[-1], point) > 1e-9:
            kept.append(point)
    if len(kept) > 3 and math.dist(kept[0], kept[-1]) < 1e-6:
        closed = True
        kept.pop()
    if len(kept) >= 2:
        shapes.append((kind, layer, name and name[:200], kept, closed and len(kept) >= 3))

def read_dxf():
    global scale
    try:
        import ezdxf
        from ezdxf import path as paths, recover
    except ImportError:
        sys.exit(3)
    try:
        drawing, _ = recover.read(sys.stdin.buffer)
    except (OSError, ezdxf.DXFError, ValueError, IndexError, KeyError) as error:
        stop("a DXF drawing", "a file that ezdxf cannot read: " + str(error).strip().split("\n")[0][:120])
    factors = {1: 0.0254, 2: 0.3048, 4: 0.001, 5: 0.01, 6: 1.0, 10: 0.9144, 14: 0.1}
    scale = scale or factors.get(drawing.units)
    if scale is None:
        stop("--metres-per-unit", "a drawing that does not say its unit")

    def line(entity, what):
        if entity.dxftype() == "SPLINE":
            corners = list(entity.control_points) + list(entity.fit_points)
            count("points", len(corners))
            check([(x, y) for x, y, _ in corners], what)
            if not 1 <= entity.dxf.degree <= 10:
                stop("a degree from 1 to 10", "%s in %s" % (entity.dxf.degree, what))
        try:
            curve = paths.make_path(entity)
            corners = [(v.x, v.y) for v in curve.control_vertices()]
            count("points", len(corners))
            check(corners, what)
            size = max((max(values) - min(values) for values in zip(*corners)), default=0)
            # Relative to its size too, so that the number of its pieces has a bound.
            return [(v.x, v.y) for v in curve.flattening(max(0.05 / scale, size / 1000))]
        except (ArithmeticError, ValueError) as error:
            stop("a curve that can be computed", what + ": " + str(error)[:80])

    def visit(entity, layer, blocks):
        count("entities, those of blocks included")
        layer = entity.dxf.layer if layer is None or entity.dxf.layer != "0" else layer
        form = entity.dxftype()
        what = "%s %s on the layer %s" % (form, entity.dxf.handle or "of the block " + "".join(blocks[-1:]), layer)
        if form == "INSERT" and entity.dxf.name in blocks:
            stop("blocks that do not insert themselves", "the block %s in itself" % entity.dxf.name)
        if form == "INSERT" and len(blocks) < 8:
            for part in entity.virtual_entities():
                visit(part, layer, blocks + [entity.dxf.name])
        elif form in ("TEXT", "MTEXT"):
            text = entity.plain_text() if form == "MTEXT" else entity.dxf.text
            labels.append((" ".join(text[:1000].split()), (entity.dxf.insert.x, entity.dxf.insert.y)))
        elif form in ("LINE", "LWPOLYLINE", "POLYLINE", "ARC", "SPLINE"):
            kind = kind_of(layer)
            if kind == "door" and form == "ARC":
                return
            if kind is None:
                unused["shapes of the layer " + layer] += 1
                return
            closed = form in ("LWPOLYLINE", "POLYLINE") and bool(getattr(entity, "is_closed", False))
            add(kind, layer, None, line(entity, what), closed, what)
        else:
            unused["entities of the type " + form] += 1

    for entity in drawing.modelspace():
        visit(entity, None, [])

def read_svg():
    global scale
    import xml.etree.ElementTree as trees

    try:
        root = trees.parse(sys.stdin.buffer).getroot()
    except trees.ParseError as error:
        stop("an SVG drawing", "a file that is not well-formed: " + str(error))
    if root.tag.split("}")[-1] != "svg":
        stop("an SVG drawing", "the element " + root.tag.split("}")[-1])
    # Each text matches in one way, so that no search takes longer than the text.
    number = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"

    def decimal(text):
        if len(text) > 60:
            stop("numbers of at most 60 characters", text[:20] + " and so on")
        return float(text)

    def words(pattern, text):
        found = [match[0] for match in itertools.islice(re.finditer(pattern, text or ""), 10 * MOST["points"])]
        if len(found) == 10 * MOST["points"]:
            count("points", len(found))
        return found

    if scale is None:
        units = {"mm": 0.001, "cm": 0.01, "m": 1.0, "in": 0.0254}
        width = re.fullmatch("(" + number + r")\s*(mm|cm|m|in)", (root.get("width") or "").strip())
        box = words(number, root.get("viewBox"))
        if not width or len(box) != 4 or decimal(box[2]) <= 0:
            stop("--metres-per-unit", "a drawing that does not say its unit")
        scale = decimal(width[1]) * units[width[2]] / decimal(box[2])

    def times(m, n):
        return (
            m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3],
            m[1] * n[2] + m[3] * n[3], m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5])

    def matrix(text):
        result = (1, 0, 0, 1, 0, 0)
        for part in (text or "").split(")")[:-1]:
            name, _, values = part.partition("(")
            name, values = "".join(name.replace(",", " ").split()[-1:])[:60], values[:1000]
            v = [decimal(x) for x in words(number, values)]
            try:
                if name == "matrix":
                    m = tuple(v[:6])
                elif name == "translate":
                    m = (1, 0, 0, 1, v[0], v[1] if len(v) > 1 else 0)
                elif name == "scale":
                    m = (v[0], 0, 0, v[1] if len(v) > 1 else v[0], 0, 0)
                elif name == "rotate":
                    c, s = math.cos(math.radians(v[0])), math.sin(math.radians(v[0]))
                    x, y = (v[1], v[2]) if len(v) > 2 else (0, 0)
                    m = (c, s, -s, c, x - c * x + s * y, y - s * x - c * y)
                else:
                    stop("the transforms matrix, translate, scale and rotate", name)
                result = times(result, m)
            except (IndexError, TypeError):
                stop("a transform with its numbers", name + "(" + values + ")")
        return result

    def subpaths(text):
        tokens = words(r"[A-Za-z]|" + number, text)
        sizes = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
        found, line, place, start, command, index = [], [], (0.0, 0.0), (0.0, 0.0), None, 0
        while index < len(tokens):
            if tokens[index].isalpha():
                command = tokens[index]
                index += 1
            if command in ("Z", "z"):
                if line:
                    found.append((line, True))
                line, place, command = [], start, None
                continue
            form = (command or "").upper()
            values = tokens[index:index + sizes.get(form, 0)]
            if not values or len(values) < sizes[form] or any(value.isalpha() for value in values):
                stop("a path of the commands M, L, H, V, C, S, Q, T, A and Z", "others")
            v = [decimal(value) for value in values]
            index += len(values)
            base = place if command.islower() else (0.0, 0.0)
            if form == "H":
                end = (v[0] + base[0], place[1])
            elif form == "V":
                end = (place[0], v[0] + base[1])
            else:
                end = (v[-2] + base[0], v[-1] + base[1])
            if form == "M":
                if line:
                    found.append((line, False))
                line, start = [end], end
                command = "l" if command == "m" else "L"
            else:
                line = line or [place]
                if form == "C":
                    p = [place] + [(v[i] + base[0], v[i + 1] + base[1]) for i in (0, 2, 4)]
                    for step in range(1, 8):
                        t = step / 8
                        w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
                        line.append(tuple(sum(a * q[i] for a, q in zip(w, p)) for i in (0, 1)))
                line.append(end)
            place = end
        if line:
            found.append((line, False))
        return found

    def visit(element, transform, kind, layer, depth):
        count("entities, those of blocks included")
        if depth > 100:
            stop("groups that are nested at most 100 deep", "deeper ones")
        tag = element.tag.split("}")[-1] if isinstance(element.tag, str) else ""
        if tag in ("defs", "clipPath", "symbol", "pattern", "marker", "metadata", "style"):
            return
        transform = times(transform, matrix(element.get("transform")))
        label = next((v for k, v in element.attrib.items() if k.split("}")[-1] in ("label", "data-name")), None)
        names = [label, element.get("class"), element.get("id")]
        own = next((found for found in map(kind_of, names) if found), None)
        kind, layer = own or kind, next((name for name in names if name), layer)
        title = next((e.text for e in element if isinstance(e.tag, str) and e.tag.split("}")[-1] == "title"), None)
        if tag == "g" or tag == "svg" or tag == "a":
            for child in element:
                visit(child, transform, kind, layer, depth + 1)
            return

        def value(name):
            match = re.match(number, element.get(name) or "0")
            return decimal(match[0]) if match else 0.0

        def placed(points):
            m = transform
            return [(m[0] * x + m[2] * y + m[4], -(m[1] * x + m[3] * y + m[5])) for x, y in points]

        own_id = element.get("id") or ""
        what = "the %s %s" % (tag, own_id[:60] or "of " + layer[:60])
        name = title or label or (None if re.fullmatch(r"(svg_)?[a-zA-Z]+[-_]?\d*(-\d+)*", own_id) and not kind_of(own_id) else own_id)
        if tag == "rect":
            x, y, w, h = (value(n) for n in ("x", "y", "width", "height"))
            add(kind, layer, name, placed([(x, y), (x + w, y), (x + w, y + h), (x, y + h)]), True, what)
        elif tag == "line":
            ends = [(value("x1"), value("y1")), (value("x2"), value("y2"))]
            add(kind, layer, name, placed(ends), False, what)
        elif tag in ("polygon", "polyline"):
            v = [decimal(x) for x in words(number, element.get("points"))]
            add(kind, layer, name, placed(list(zip(v[::2], v[1::2]))), tag == "polygon", what)
        elif tag == "path":
            for points, closed in subpaths(element.get("d")):
                add(kind, layer, name, placed(points), closed, what)
        elif tag == "text":
            text = "".join(itertools.islice(element.itertext(), 1000))[:1000]
            labels.append((" ".join(text.split()), placed([(value("x"), value("y"))])[0]))
        elif tag and tag != "title" and tag != "desc" and not tag.endswith("namedview"):
            unused["elements of the type " + tag] += 1

    visit(root, (1, 0, 0, 1, 0, 0), None, "no layer", 0)
    kinds = {shape[0] for shape in shapes}
    for index, (kind, layer, name, points, closed) in enumerate(shapes):
        if kind is None and closed and "room" not in kinds:
            shapes[index] = ("room", layer, name, points, closed)
        elif kind is None and not closed and "wall" not in kinds:
            shapes[index] = ("wall", layer, name, points, closed)

try:
    read_dxf() if path.lower().endswith(".dxf") else read_svg()
except (MemoryError, RecursionError) as error:
    stop("a drawing that can be read within 2 GB", "a " + type(error).__name__)
open_rooms = sum(1 for kind, _, _, _, closed in shapes if kind == "room" and not closed)
rooms = [shape for shape in shapes if shape[0] == "room" and shape[4] and area(shape[3]) * scale * scale >= 0.5]
if not rooms:
    layers = sorted({shape[1] for shape in shapes} | {u[20:] for u in unused if u.startswith("shapes of the layer ")})
    listed = ", ".join(layers[:8]) + (" and %d more" % (len(layers) - 8) if len(layers) > 8 else "")
    stop(
        "closed lines on a layer whose name has room, space or area",
        "%d lines of rooms that are not closed" % open_rooms if open_rooms
        else "none" + (" on the layers " + listed if layers else ""))
if open_rooms:
    unused["lines of rooms that are not closed"] += open_rooms
heard = sorted((place[1], place[0], number, text) for number, (text, place) in enumerate(labels) if text)
heights = [label[0] for label in heard]

def label(points):
    low, high = min(y for _, y in points), max(y for _, y in points)
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    near = heard[bisect.bisect_left(heights, low):bisect.bisect_right(heights, high)]
    count("sides of rooms to look for labels in", len(near))
    for number, place, text in sorted((n, (x, y), text) for y, x, n, text in near if left <= x <= right):
        count("sides of rooms to look for labels in", len(points))
        if inside(place, points):
            return text

points = [point for shape in shapes for point in shape[3]]
left, low = min(x for x, _ in points), min(y for _, y in points)

def metres(point):
    return [round((point[0] - left) * scale, 3), round((point[1] - low) * scale, 3)]

features = []
for number, (kind, layer, name, points, closed) in enumerate(shapes, 1):
    if kind is None:
        unused["shapes of no known layer"] += 1
        continue
    if kind == "room":
        if not closed or area(points) * scale * scale < 0.5:
            continue
        properties = {"type": "room", "name": name or label(points)}
        geometry = {"type": "Polygon", "coordinates": [[metres(p) for p in points + points[:1]]]}
    else:
        properties = {"type": kind}
        line = points + points[:1] if closed else points
        geometry = {"type": "LineString", "coordinates": [metres(p) for p in line]}
    features.append({"type": "Feature", "properties": properties, "geometry": geometry})
print(json.dumps({
    "features": features, "unused": [{"what": what, "count": count} for what, count in sorted(unused.items())]}))
