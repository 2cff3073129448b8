#!/bin/sh
# web-ifc 0.0.78: `properties.getPropertySets(model, element, recursive, includeTypeProperties)` with
# `includeTypeProperties` returns the property sets of the type in place of those of the element, not
# both. A pump whose serial number is its own and whose manufacturer is its type's loses the serial
# number. Read both, one after another, or follow IfcRelDefinesByProperties and IfcRelDefinesByType.
# Source: the output of this script.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund web-ifc@0.0.78 >/dev/null
cat >chair.ifc <<'IFC'
ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');
FILE_NAME('chair.ifc','2026-11-29T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#2=IFCUNITASSIGNMENT((#1));
#3=IFCPROJECT('0000000000000000000001',$,'Project',$,$,$,$,$,#2);
#4=IFCFURNISHINGELEMENT('0000000000000000000002',$,'Chair',$,$,$,$,$);
#5=IFCPROPERTYSINGLEVALUE('SerialNumber',$,IFCIDENTIFIER('SN-1'),$);
#6=IFCPROPERTYSET('0000000000000000000003',$,'Pset_ManufacturerOccurrence',$,(#5));
#7=IFCRELDEFINESBYPROPERTIES('0000000000000000000004',$,$,$,(#4),#6);
#8=IFCPROPERTYSINGLEVALUE('Manufacturer',$,IFCLABEL('Acme'),$);
#9=IFCPROPERTYSET('0000000000000000000005',$,'Pset_ManufacturerTypeInformation',$,(#8));
#10=IFCFURNITURETYPE('0000000000000000000006',$,'Chair type',$,$,(#9),$,$,$,.NOTDEFINED.,$);
#11=IFCRELDEFINESBYTYPE('0000000000000000000007',$,$,$,(#4),#10);
ENDSEC;
END-ISO-10303-21;
IFC
cat >try.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { IfcAPI, IFCFURNISHINGELEMENT } = createRequire(import.meta.url)('web-ifc')
const api = new IfcAPI()
await api.Init(undefined, true)
const model = api.OpenModel(readFileSync('chair.ifc'))
const chair = api.GetLineIDsWithType(model, IFCFURNISHINGELEMENT).get(0)
const namesWith = async (includesType) =>
  (await api.properties.getPropertySets(model, chair, false, includesType)).map(
    ({ Name }) => Name.value,
  )
const [own, both] = [await namesWith(false), await namesWith(true)]
console.log('the element alone:', own.join(', '))
console.log('with its type:', both.join(', '))
const isAsDescribed =
  own.join() === 'Pset_ManufacturerOccurrence' && both.join() === 'Pset_ManufacturerTypeInformation'
process.exit(isAsDescribed ? 0 : 1)
JS
node try.mjs
