import { lines, type Sample } from './sample.ts'

const homebox: Sample = {
  system: 'Homebox',
  kind: 'equipment',
  file: lines(
    'HB.purchase_date,HB.warranty_expires,HB.sold_date,HB.import_ref,HB.parent_import_ref,HB.url,HB.name,HB.description,HB.notes,HB.purchase_from,HB.manufacturer,HB.model_number,HB.serial_number,HB.warranty_details,HB.sold_to,HB.sold_notes,HB.location,HB.tags,HB.asset_id,HB.quantity,HB.purchase_price,HB.sold_price,HB.archived,HB.insured,HB.lifetime_warranty,HB.field.Colour',
    '2024-03-01,2026-03-01,,ref-1,,https://box.sample.test/1,Drill,Cordless,,Tool shop,Makita,DDF,S-77,Two years,,,Home / Garage / Shelf 2,power; tools,000-001,1,120,0,false,true,false,blue',
    ',,,ref-2,,,Ladder,,,,,,,,,,Home / Garage,tools,000-002,1,0,0,false,false,false,',
  ),
  rows: [
    {
      name: 'Drill',
      number: '000-001',
      type: 'Equipment',
      place: 'Home / Garage / Shelf 2',
      tags: ['power', 'tools'],
      serialNumber: 'S-77',
      manufacturer: 'Makita',
      model: 'DDF',
      purchasedOn: '2024-03-01',
      warrantyUntil: '2026-03-01',
      facts: {
        'HB.import_ref': 'ref-1',
        'HB.url': 'https://box.sample.test/1',
        'HB.description': 'Cordless',
        'HB.purchase_from': 'Tool shop',
        'HB.warranty_details': 'Two years',
        'HB.quantity': '1',
        'HB.purchase_price': '120',
        'HB.sold_price': '0',
        'HB.archived': 'false',
        'HB.insured': 'true',
        'HB.lifetime_warranty': 'false',
        'HB.field.Colour': 'blue',
      },
    },
    {
      name: 'Ladder',
      number: '000-002',
      type: 'Equipment',
      place: 'Home / Garage',
      tags: ['tools'],
      facts: {
        'HB.import_ref': 'ref-2',
        'HB.quantity': '1',
        'HB.purchase_price': '0',
        'HB.sold_price': '0',
        'HB.archived': 'false',
        'HB.insured': 'false',
        'HB.lifetime_warranty': 'false',
      },
    },
  ],
}

const maximo: Sample = {
  system: 'Maximo',
  kind: 'equipment',
  file: lines(
    'EXTSYS,MXASSETInterface,AddChange,EN',
    'ASSETNUM,DESCRIPTION,LOCATION,PARENT,STATUS,ASSETTYPE,SERIALNUM,SITEID',
    '11450,Centrifugal pump,BR450,,OPERATING,PRODUCTION,SN-11450,BEDFORD',
    '11451,Motor of the pump,BR450,11450,NOT READY,PRODUCTION,,BEDFORD',
  ),
  rows: [
    {
      name: 'Centrifugal pump',
      number: '11450',
      type: 'PRODUCTION',
      status: 'OPERATING',
      place: 'BR450',
      serialNumber: 'SN-11450',
      facts: { SITEID: 'BEDFORD' },
    },
    {
      name: 'Motor of the pump',
      number: '11451',
      type: 'PRODUCTION',
      status: 'NOT READY',
      place: 'BR450',
      owner: 'Centrifugal pump',
      facts: { SITEID: 'BEDFORD' },
    },
  ],
}

const fracttal: Sample = {
  system: 'Fracttal',
  kind: 'locations',
  file: lines(
    'Name,Address,City,Zip Code,Department/ State/ Region,Country,Code,Barcode,Priority,Type,Group 1,Group 2,Cost Center,Notes,Parent Code (Located in or Part of)',
    'North plant,"5 River Rd",Porto,4000,Norte,Portugal,ACT.LOC-0001,770001,1,Plant,Energy,,CC-1,Main gate in the east,',
    'Turbine hall,,,,,,ACT.LOC-0002,,2,Hall,Energy,Turbines,,,ACT.LOC-0001',
  ),
  rows: [
    {
      name: 'North plant',
      number: 'ACT.LOC-0001',
      type: 'Plant',
      facts: {
        Address: '5 River Rd',
        City: 'Porto',
        'Zip Code': '4000',
        'Department/ State/ Region': 'Norte',
        Country: 'Portugal',
        Barcode: '770001',
        Priority: '1',
        'Group 1': 'Energy',
        'Cost Center': 'CC-1',
        Notes: 'Main gate in the east',
      },
    },
    {
      name: 'Turbine hall',
      number: 'ACT.LOC-0002',
      type: 'Hall',
      place: 'North plant',
      facts: { Priority: '2', 'Group 1': 'Energy', 'Group 2': 'Turbines' },
    },
  ],
}

const shelf: Sample = {
  system: 'Shelf',
  kind: 'equipment',
  file: lines(
    'title,description,kit,category,tags,location,valuation,custodian,bookable,barcode_Code128,barcode_Code39,barcode_DataMatrix,barcode_ExternalQR,barcode_EAN13,assetModel,type,quantity,minQuantity,unitOfMeasure,consumptionType,"cf: Serial number,type:text","cf:brand, type:option","cf:purchase date, type:date"',
    'Camera 1,For the studio,Studio kit,Camera,"High priority, small",Sofia office,100,Jana,yes,CAM001234,,,,9780201379624,EOS R6,INDIVIDUAL,,,,,WQE239,Canon,2024-02-22',
  ),
  rows: [
    {
      name: 'Camera 1',
      number: 'CAM001234',
      type: 'Camera',
      place: 'Sofia office',
      tags: ['High priority', 'small'],
      serialNumber: 'WQE239',
      model: 'EOS R6',
      facts: {
        description: 'For the studio',
        kit: 'Studio kit',
        valuation: '100',
        custodian: 'Jana',
        bookable: 'yes',
        barcode_EAN13: '9780201379624',
        type: 'INDIVIDUAL',
        'cf:brand, type:option': 'Canon',
        'cf:purchase date, type:date': '2024-02-22',
      },
    },
  ],
}

const erpNext: Sample = {
  system: 'ERPNext',
  kind: 'equipment',
  file: lines(
    '"ID","Company","Item Code","Item Name","Asset Name","Asset Category","Asset Type","Location","Purchase Date","Net Purchase Amount","Cost Center","Department","Custodian","Status"',
    '"ACC-ASS-2026-00001","Sample Works","PRESS-10","Press 10 t","Press in hall 2","Machines","Existing Asset","Hall 2","2026-01-15","18000.0","Main - SW","Production","HR-EMP-0007","Submitted"',
  ),
  rows: [
    {
      name: 'Press in hall 2',
      number: 'ACC-ASS-2026-00001',
      type: 'Machines',
      status: 'Submitted',
      place: 'Hall 2',
      purchasedOn: '2026-01-15',
      facts: {
        Company: 'Sample Works',
        'Item Code': 'PRESS-10',
        'Item Name': 'Press 10 t',
        'Asset Type': 'Existing Asset',
        'Net Purchase Amount': '18000.0',
        'Cost Center': 'Main - SW',
        Department: 'Production',
        Custodian: 'HR-EMP-0007',
      },
    },
  ],
}

const iTop: Sample = {
  system: 'iTop',
  kind: 'equipment',
  file: lines(
    'Name;Organization;Status;Business criticality;Location;Brand;Model;Serial number;Asset number;Purchase date;End of warranty;CI sub-class;Description',
    'srv-01;Demo;production;high;Server room;Dell;R750;CN7792;IT-0042;2025-05-01;2028-05-01;Server;Hosts the archive',
  ),
  rows: [
    {
      name: 'srv-01',
      number: 'IT-0042',
      type: 'Server',
      status: 'production',
      place: 'Server room',
      serialNumber: 'CN7792',
      manufacturer: 'Dell',
      model: 'R750',
      purchasedOn: '2025-05-01',
      warrantyUntil: '2028-05-01',
      facts: {
        Organization: 'Demo',
        'Business criticality': 'high',
        Description: 'Hosts the archive',
      },
    },
  ],
}

const glpi: Sample = {
  system: 'GLPI',
  kind: 'equipment',
  file: lines(
    '"Name";"Entity";"Status";"Manufacturer";"Serial number";"Inventory number";"Type";"Model";"Location";"Last update";"User";"Technician in charge of the hardware";"Comments"',
    '"ecg-3";"Root entity > Clinic";"In use";"Philips";"PX-3";"INV-3";"ECG";"TC50";"Clinic > Floor 2 > Room 204";"2026-10-01 09:12";"";"tech";"Leads replaced"',
    '"ecg-4";"Root entity > Clinic";"In use";"Philips";"PX-4";"INV-4";"ECG";"TC50";"Clinic > Floor 2";"2026-10-01 09:12";"anna";"tech";""',
  ),
  rows: [
    {
      name: 'ecg-3',
      number: 'INV-3',
      type: 'ECG',
      status: 'In use',
      place: 'Clinic / Floor 2 / Room 204',
      serialNumber: 'PX-3',
      manufacturer: 'Philips',
      model: 'TC50',
      facts: {
        Entity: 'Root entity > Clinic',
        'Last update': '2026-10-01 09:12',
        'Technician in charge of the hardware': 'tech',
        Comments: 'Leads replaced',
      },
    },
    {
      name: 'ecg-4',
      number: 'INV-4',
      type: 'ECG',
      status: 'In use',
      place: 'Clinic / Floor 2',
      serialNumber: 'PX-4',
      manufacturer: 'Philips',
      model: 'TC50',
      facts: {
        Entity: 'Root entity > Clinic',
        'Last update': '2026-10-01 09:12',
        User: 'anna',
        'Technician in charge of the hardware': 'tech',
      },
    },
  ],
}

const fleet360: Sample = {
  system: 'RTA Fleet360',
  kind: 'equipment',
  file: lines(
    'Facility,Equipment Number,Description,Type,Year,Serial,Model,Manufacturer,Condition,Mounted Facility,Mounted Vehicle,Mounted Date,Department,Date Purchased,PO Number,Cost',
    '00001,EQ-17,Liftgate,LIFT,2019,LG-1719,MTB-40,Maxon,Good,00001,204,2020-01-02,Roads,2019-11-30,PO-88,4100.50',
  ),
  rows: [
    {
      name: 'Liftgate',
      number: 'EQ-17',
      type: 'LIFT',
      place: '00001',
      serialNumber: 'LG-1719',
      manufacturer: 'Maxon',
      model: 'MTB-40',
      purchasedOn: '2019-11-30',
      facts: {
        Year: '2019',
        Condition: 'Good',
        'Mounted Facility': '00001',
        'Mounted Vehicle': '204',
        'Mounted Date': '2020-01-02',
        Department: 'Roads',
        'PO Number': 'PO-88',
        Cost: '4100.50',
      },
    },
  ],
}

export const samplesOfInventory: readonly Sample[] = [
  homebox,
  maximo,
  fracttal,
  shelf,
  erpNext,
  iTop,
  glpi,
  fleet360,
]
