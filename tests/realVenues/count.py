"""Counts floors, rooms, names, doors and areas of the venues in a folder, apart from the product.

Usage: python3 tests/realVenues/count.py FOLDER > counts.json
Needs Debian 12: python3-gdal 3.6.2, python3-pyproj 3.4.1, osmium-tool 1.15.0.
GDAL reads GeoJSON and IMDF, osmium reads OpenStreetMap, pyproj measures on the ellipsoid (WGS 84).
IFC is counted from its text.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict

from osgeo import ogr
from pyproj import Geod

ogr.UseExceptions()
GEOD = Geod(ellps='WGS84')


def square_metres(geometry):
    total = 0.0
    polygons = [geometry] if geometry.GetGeometryName() == 'POLYGON' else list(geometry)
    for polygon in polygons:
        for index, ring in enumerate(polygon):
            points = ring.GetPoints()
            area, _ = GEOD.polygon_area_perimeter([p[0] for p in points], [p[1] for p in points])
            total += abs(area) if index == 0 else -abs(area)
    return total


def features_of(path):
    """(properties, geometry) of a GeoJSON file, by GDAL."""
    data = json.load(open(path, encoding='utf-8-sig'))
    for feature in data.get('features', []):
        properties = dict(feature.get('properties') or {})
        properties['@id'] = feature.get('id') or properties.get('@id')
        geometry = feature.get('geometry')
        yield properties, geometry and ogr.CreateGeometryFromJson(json.dumps(geometry))


def floors_json(floors):
    return [
        {'level': level, 'rooms': one['rooms'], 'named': one['named'], 'doors': one['doors'],
         'area': round(one['area'], 1)}
        for level, one in sorted(floors.items())
    ]


def new_floors():
    return defaultdict(lambda: {'rooms': 0, 'named': 0, 'doors': 0, 'area': 0.0})


# IMDF

def label(value):
    return next(iter(value.values()), '') if isinstance(value, dict) else value or ''


def imdf(folder):
    def read(kind):
        path = os.path.join(folder, kind + '.geojson')
        return list(features_of(path)) if os.path.exists(path) else []

    levels = {p['@id']: (p['ordinal'], (p.get('building_ids') or [''])[0]) for p, _ in read('level')}
    names = {p['@id']: label(p.get('name')) for p, _ in read('building')}
    occupied = {}
    anchors = {p['@id']: p.get('unit_id') for p, _ in read('anchor')}
    for p, _ in read('occupant'):
        occupied.setdefault(anchors.get(p.get('anchor_id')), label(p.get('name')))
    buildings = defaultdict(new_floors)
    for p, geometry in read('unit') + read('kiosk'):
        ordinal, building = levels[p['level_id']]
        floor = buildings[names.get(building, '')][ordinal]
        floor['rooms'] += 1
        floor['area'] += square_metres(geometry)
        floor['named'] += bool(label(p.get('name')) or occupied.get(p['@id']))
    for p, _ in read('opening'):
        ordinal, building = levels[p['level_id']]
        buildings[names.get(building, '')][ordinal]['doors'] += 1
    return [{'name': name, 'floors': floors_json(floors)} for name, floors in sorted(buildings.items())]


# OpenStreetMap, Simple Indoor Tagging

def levels_in(text):
    found = []
    for part in re.split(r'[;,]', text or ''):
        part = part.strip()
        span = re.fullmatch(r'(-?\d+(?:\.\d+)?)-(-?\d+(?:\.\d+)?)', part)
        if span and float(span[1]) == int(float(span[1])):
            low, high = sorted((int(float(span[1])), int(float(span[2]))))
            found += range(low, high + 1)
        elif re.fullmatch(r'-?\d+(\.\d+)?', part):
            number = float(part)
            found.append(int(number) if number == int(number) else number)
    return found


def osm(path):
    """Rooms with a tag `indoor=room`, all buildings of the file together, by level."""
    if path.endswith('.osm'):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, 'x.geojson')
            config = os.path.join(folder, 'c.json')
            # Closed ways count as areas unless they say otherwise.
            json.dump({'attributes': {'type': True, 'id': True}, 'linear_tags': False,
                       'area_tags': True}, open(config, 'w'))
            subprocess.run(['osmium', 'export', path, '-f', 'geojson', '-o', out, '-c', config,
                            '--geometry-types=polygon'], check=True, capture_output=True)
            return osm_rooms(list(features_of(out)))
    return osm_rooms(list(features_of(path)))


def osm_rooms(features):
    floors = defaultdict(lambda: {'rooms': 0, 'area': 0.0, 'named': 0})
    for p, geometry in features:
        tags = p.get('tags') if isinstance(p.get('tags'), dict) else p
        if geometry is None or tags.get('indoor') != 'room':
            continue
        if geometry.GetGeometryName() not in ('POLYGON', 'MULTIPOLYGON'):
            continue
        for level in set(levels_in(tags.get('level')) + levels_in(tags.get('repeat_on'))) or {0}:
            floors[level]['rooms'] += 1
            floors[level]['area'] += square_metres(geometry)
            floors[level]['named'] += bool(tags.get('name') or tags.get('ref'))
    return [{'level': level, 'rooms': one['rooms'], 'named': one['named'],
             'area': round(one['area'], 1)} for level, one in sorted(floors.items())]


# WRLD Indoor Maps: one GeoJSON a floor

# `no_geometry` is a place without walls of its own; `floor_opening` is a hole, closed to people.
WRLD_ROOMS = ('room', 'stairs', 'elevator', 'bathroom', 'inaccessible_space', 'escalator',
              'hallway', 'no_geometry', 'floor_opening')


def wrld(folder):
    main = json.load(open(os.path.join(folder, 'main.json'), encoding='utf-8-sig'))
    floors = []
    for place, level in enumerate(main['levels']):
        one = {'level': level['z_order'], 'rooms': 0, 'named': 0, 'doors': 0, 'area': 0.0}
        for p, geometry in features_of(os.path.join(folder, level['filename'])):
            if p.get('type') == 'door':
                one['doors'] += 1
            if p.get('type') in WRLD_ROOMS and geometry.GetGeometryName() == 'POLYGON':
                one['rooms'] += 1
                one['named'] += bool(p.get('name'))
                one['area'] += square_metres(geometry)
        floors.append(one)
    for one in floors:
        one['area'] = round(one['area'], 1)
    return floors


# IFC

def ifc(path):
    text = open(path, encoding='latin-1').read()
    lines = {int(m[1]): (m[2].upper(), m[3]) for m in re.finditer(
        r'#(\d+)\s*=\s*(\w+)\s*\(((?:\'(?:[^\']|\'\')*\'|[^;\'])*)\)\s*;', text)}

    def arguments(body):
        out, depth, quoted, here = [], 0, False, ''
        for c in body:
            if c == "'":
                quoted = not quoted
            if not quoted and c == '(':
                depth += 1
            if not quoted and c == ')':
                depth -= 1
            if c == ',' and depth == 0 and not quoted:
                out.append(here.strip())
                here = ''
            else:
                here += c
        return out + [here.strip()]

    def ids(value):
        return [int(x) for x in re.findall(r'#(\d+)', value)]

    wholes = {}
    for kind, whole, parts in (('IFCRELAGGREGATES', 4, 5),
                               ('IFCRELCONTAINEDINSPATIALSTRUCTURE', 5, 4)):
        for name, body in lines.values():
            if name == kind:
                a = arguments(body)
                for part in ids(a[parts]):
                    wholes.setdefault(part, ids(a[whole])[0])

    def storey(one):
        for _ in range(20):
            one = wholes.get(one)
            if one is None or lines[one][0] == 'IFCBUILDINGSTOREY':
                return one
        return None

    floors = {}
    for one, (name, body) in lines.items():
        if name == 'IFCBUILDINGSTOREY':
            a = arguments(body)
            floors[one] = {'name': text_of(a[2]), 'rooms': 0, 'named': 0, 'doors': 0, 'area': 0.0,
                           'elevation': float(a[9]) if a[9] not in ('$', '*') else 0.0}
    areas = space_areas(lines, arguments, ids)
    for one, (name, body) in lines.items():
        home = storey(one) if name in ('IFCSPACE', 'IFCDOOR', 'IFCDOORSTANDARDCASE') else None
        if home is None:
            continue
        if name == 'IFCSPACE':
            a = arguments(body)
            floors[home]['rooms'] += 1
            floors[home]['named'] += a[2] not in ('$', "''") or a[7] not in ('$', "''")
            floors[home]['area'] += areas.get(one, float('nan'))
        else:
            floors[home]['doors'] += 1
    ordered = sorted(floors.values(), key=lambda f: f['elevation'])
    for one in ordered:
        # A floor with a space that cannot be measured here has no area to compare.
        one['area'] = 0.0 if one['area'] != one['area'] else round(one['area'], 1)
        one.pop('elevation')
    return ordered


def text_of(value):
    """ISO 10303-21 writes other characters as `\\X2\\968E\\X0\\`."""
    decoded = re.sub(r'\\X2\\([0-9A-F]+)\\X0\\',
                     lambda m: bytes.fromhex(m[1]).decode('utf-16-be'), value.strip("'"))
    return '' if value == '$' else decoded


def space_areas(lines, arguments, ids):
    """Square metres: `GrossFloorArea` of the model, or else the profile of an extruded body.

    The quantity `GSA BIM Area` and the property `Area` of Revit reach to the centre lines of walls.
    """
    found = {}
    for name, body in lines.values():
        if name != 'IFCRELDEFINESBYPROPERTIES':
            continue
        a = arguments(body)
        definition = lines.get(ids(a[5])[0])
        if definition is None or definition[0] != 'IFCELEMENTQUANTITY':
            continue
        for quantity in ids(arguments(definition[1])[5]):
            kind, inner = lines[quantity]
            q = arguments(inner)
            if kind == 'IFCQUANTITYAREA' and q[0] == "'GrossFloorArea'":
                for space in ids(a[4]):
                    found[space] = float(q[3])
    unit = 0.001 if any(name == 'IFCSIUNIT' and '.LENGTHUNIT.,.MILLI.' in body.replace(' ', '')
                        for name, body in lines.values()) else 1.0
    for space, (name, body) in lines.items():
        if name == 'IFCSPACE' and space not in found:
            area = profile_area(lines, arguments, ids, arguments(body)[6])
            if area is not None:
                found[space] = area * unit * unit
    return found


def profile_area(lines, arguments, ids, representation):
    """Of one vertical extrusion of polylines in the model's unit, or None."""
    if not ids(representation):
        return None
    for shape in ids(arguments(lines[ids(representation)[0]][1])[2]):
        for item in ids(arguments(lines[shape][1])[3]):
            kind, body = lines[item]
            if kind != 'IFCEXTRUDEDAREASOLID':
                continue
            solid = arguments(body)
            if not is_vertical(lines, arguments, ids, solid[1]):
                return None
            profile, inner = lines[ids(solid[0])[0]]
            a = arguments(inner)
            if profile == 'IFCRECTANGLEPROFILEDEF':
                return float(a[3]) * float(a[4])
            if not profile.startswith('IFCARBITRARYCLOSEDPROFILEDEF') and \
                    profile != 'IFCARBITRARYPROFILEDEFWITHVOIDS':
                return None
            holes = ids(a[3]) if profile == 'IFCARBITRARYPROFILEDEFWITHVOIDS' else []
            rings = [ring_area(lines, arguments, ids, curve) for curve in ids(a[2]) + holes]
            return None if None in rings else rings[0] - sum(rings[1:])
    return None


def is_vertical(lines, arguments, ids, position):
    """A stair may be its section, extruded sideways."""
    if not ids(position):
        return True
    axis = ids(arguments(lines[ids(position)[0]][1])[1])
    if not axis:
        return True
    x, y, z = (float(v) for v in re.findall(r'-?[\d.]+(?:[eE][-+]?\d+)?', lines[axis[0]][1]))
    return abs(x) < 1e-6 and abs(y) < 1e-6


def ring_area(lines, arguments, ids, curve):
    def points(one):
        kind, body = lines[one]
        a = arguments(body)
        if kind == 'IFCPOLYLINE':
            return [tuple(float(x) for x in re.findall(r'-?[\d.]+(?:[eE][-+]?\d+)?', lines[p][1]))[:2]
                    for p in ids(a[0])]
        if kind == 'IFCCOMPOSITECURVE':
            out = []
            for segment in ids(a[0]):
                own = points(ids(arguments(lines[segment][1])[2])[0])
                if own is None:
                    return None
                out += own
            return out
        return None

    ring = points(curve)
    if ring is None:
        return None
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(ring, ring[1:] + ring[:1]))) / 2


def main(folder):
    out = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            out[name] = {'format': 'imdf', 'buildings': imdf(path)}
        elif name.endswith('.zip'):
            with tempfile.TemporaryDirectory() as unpacked, zipfile.ZipFile(path) as archive:
                archive.extractall(unpacked)
                inner = next((root for root, _, files in os.walk(unpacked)
                              if 'unit.geojson' in files), None)
                if inner:
                    out[name] = {'format': 'imdf', 'buildings': imdf(inner)}
                else:
                    inner = next(root for root, _, files in os.walk(unpacked) if 'main.json' in files)
                    out[name] = {'format': 'wrld', 'floors': wrld(inner)}
        elif name.endswith('.ifc'):
            out[name] = {'format': 'ifc', 'floors': ifc(path)}
        elif name.endswith(('.osm', '.geojson')):
            out[name] = {'format': 'osm', 'floors': osm(path)}
    json.dump(out, sys.stdout, indent=1, ensure_ascii=False)


main(sys.argv[1])
