import { lines, type Sample } from './sample.ts'

const snipeItReport: Sample = {
  system: 'Snipe-IT',
  kind: 'equipment',
  file: lines(
    '"ID","Company","Asset Name","Asset Tag","Model","Model No.","Category","Manufacturer","Serial","Purchased","Cost","EOL","Warranty","Warranty Expires","Current Value","Diff","Fully Depreciated","Order Number","Supplier","Location","Default Location","Status","Notes"',
    '"1","Brno Clinic","Infusion pump A","BT-0001","Volumat","V7","Infusion pump","Fresenius","FK-1","2021-02-03","1,250.00","2028-02-03","24 months","2023-02-03","600.00","650.00","","PO-9","MedSupply","Ward 2","Store","Ready to Deploy","Check the clamp"',
    '"2","Brno Clinic","Infusion pump B","BT-0002","Volumat","V7","Infusion pump","Fresenius","FK-2","2021-02-03","1,250.00","","24 months","","","","","","","Ward 3","Store","Archived",""',
  ),
  rows: [
    {
      name: 'Infusion pump A',
      number: 'BT-0001',
      type: 'Infusion pump',
      status: 'Ready to Deploy',
      place: 'Ward 2',
      serialNumber: 'FK-1',
      manufacturer: 'Fresenius',
      model: 'Volumat',
      purchasedOn: '2021-02-03',
      warrantyUntil: '2023-02-03',
      facts: {
        ID: '1',
        Company: 'Brno Clinic',
        'Model No.': 'V7',
        Cost: '1,250.00',
        EOL: '2028-02-03',
        Warranty: '24 months',
        'Current Value': '600.00',
        Diff: '650.00',
        'Order Number': 'PO-9',
        Supplier: 'MedSupply',
        'Default Location': 'Store',
        Notes: 'Check the clamp',
      },
    },
    {
      name: 'Infusion pump B',
      number: 'BT-0002',
      type: 'Infusion pump',
      status: 'Archived',
      place: 'Ward 3',
      serialNumber: 'FK-2',
      manufacturer: 'Fresenius',
      model: 'Volumat',
      purchasedOn: '2021-02-03',
      facts: {
        ID: '2',
        Company: 'Brno Clinic',
        'Model No.': 'V7',
        Cost: '1,250.00',
        Warranty: '24 months',
        'Default Location': 'Store',
      },
    },
  ],
}

const snipeItTemplate: Sample = {
  system: 'Snipe-IT',
  kind: 'equipment',
  file: `\ufeff${lines(
    'Company,Name,Asset Tag,Category,Supplier,Manufacturer,Location,Order Number,Model,Model Notes,Model Number,Asset Notes,Purchase Date,Purchase Cost,Checkout Type,Checked Out To: Username,Checked Out To: First Name,Checked Out To: Last Name,Checked Out To: Email,Checked Out To: Location,Asset EOL Date',
    'Harbour Works,Backhoe,ICC-206,Diggers,"Kunde, Doyle",Berge Inc,North Yard,3271,BX 80,,1786VM,Left track worn,1/23/23,2266.13,User,jnovak,Jan,Novak,jan@sample.test,,10/27/28',
  )}`,
  rows: [
    {
      name: 'Backhoe',
      number: 'ICC-206',
      type: 'Diggers',
      place: 'North Yard',
      manufacturer: 'Berge Inc',
      model: 'BX 80',
      purchasedOn: '2023-01-23',
      facts: {
        Company: 'Harbour Works',
        Supplier: 'Kunde, Doyle',
        'Order Number': '3271',
        'Model Number': '1786VM',
        'Asset Notes': 'Left track worn',
        'Purchase Cost': '2266.13',
        'Checkout Type': 'User',
        'Checked Out To: Username': 'jnovak',
        'Checked Out To: First Name': 'Jan',
        'Checked Out To: Last Name': 'Novak',
        'Checked Out To: Email': 'jan@sample.test',
        'Asset EOL Date': '10/27/28',
      },
    },
  ],
}

const atlasAssets: Sample = {
  system: 'Atlas CMMS',
  kind: 'equipment',
  file: lines(
    'ID,Name,Description,Status,Archived,Location Name,Parent Asset,Area,Barcode,Category,Primary User,Warranty Expiration Date,Additional Information,Serial Number,Assigned To,Teams,Parts,Vendors,Contractors,Acquisition cost',
    ',Fans of house 1,Remove stale air,Down,No,House 1,Ventilation of house 1,Area 2-B,BH-EF-1,HVAC fan,,,See data sheet,2581838,,,"Temperature sensor,Stop button",,,',
    ',Ventilation of house 1,"Air exchange, and heat",Operational,No,House 1,,Area 2-A,BH-VS,HVAC,ab@sample.test,2027-01-05,See data sheet,6437070,ab@sample.test,,,Vendor1,Contractor1,1000',
  ),
  rows: [
    {
      name: 'Ventilation of house 1',
      number: 'BH-VS',
      type: 'HVAC',
      status: 'Operational',
      place: 'House 1',
      locationText: 'Area 2-A',
      serialNumber: '6437070',
      warrantyUntil: '2027-01-05',
      facts: {
        Description: 'Air exchange, and heat',
        Archived: 'No',
        'Primary User': 'ab@sample.test',
        'Additional Information': 'See data sheet',
        'Assigned To': 'ab@sample.test',
        Vendors: 'Vendor1',
        Contractors: 'Contractor1',
        'Acquisition cost': '1000',
      },
    },
    {
      name: 'Fans of house 1',
      number: 'BH-EF-1',
      type: 'HVAC fan',
      status: 'Down',
      place: 'House 1',
      locationText: 'Area 2-B',
      owner: 'Ventilation of house 1',
      serialNumber: '2581838',
      facts: {
        Description: 'Remove stale air',
        Archived: 'No',
        'Additional Information': 'See data sheet',
        Parts: 'Temperature sensor,Stop button',
      },
    },
  ],
}

const atlasLocations: Sample = {
  system: 'Atlas CMMS',
  kind: 'locations',
  file: lines(
    'ID,Name,Address,Longitude,Latitude,Parent Location,Assigned To,Teams,Vendors,Contractors',
    ',Hall 1,,,,Plant A,,"Team2,Team3",,',
    ',Plant A,"1 Main St, Brno",16.6,49.2,,ab@sample.test,Team1,Vendor1,',
    ',Bay 4,,,,Hall 1,,,,',
  ),
  rows: [
    {
      name: 'Plant A',
      type: 'Location',
      latitude: 49.2,
      longitude: 16.6,
      facts: {
        Address: '1 Main St, Brno',
        'Assigned To': 'ab@sample.test',
        Teams: 'Team1',
        Vendors: 'Vendor1',
      },
    },
    { name: 'Hall 1', type: 'Location', place: 'Plant A', facts: { Teams: 'Team2,Team3' } },
    { name: 'Bay 4', type: 'Location', place: 'Plant A / Hall 1' },
  ],
}

const maintainX: Sample = {
  system: 'MaintainX',
  kind: 'equipment',
  file: lines(
    'Asset,Parent Asset,Description,Asset Type,Model,Manufacturer,Serial Number,Year,Location,Criticality,Barcode',
    'Air Handler 1,,Rooftop unit serving OR,Air handler,AH-9,Trane,TR-1,2015,Roof,High,MX-1',
    'Filter Bank,Air Handler 1,Filter section,Filter,F-1,Trane,TR-2,2015,,High,MX-2',
    'Filter Bank,Air Handler 2,Filter section,Filter,F-1,Trane,TR-3,2015,,High,MX-3',
    'Air Handler 2,,,Air handler,AH-9,Trane,,2016,Roof,Low,',
  ),
  rows: [
    {
      name: 'Air Handler 1',
      number: 'MX-1',
      type: 'Air handler',
      place: 'Roof',
      serialNumber: 'TR-1',
      manufacturer: 'Trane',
      model: 'AH-9',
      facts: { Description: 'Rooftop unit serving OR', Year: '2015', Criticality: 'High' },
    },
    {
      name: 'Filter Bank',
      number: 'MX-2',
      type: 'Filter',
      place: 'Roof',
      owner: 'Air Handler 1',
      serialNumber: 'TR-2',
      manufacturer: 'Trane',
      model: 'F-1',
      facts: { Description: 'Filter section', Year: '2015', Criticality: 'High' },
    },
    {
      name: 'Filter Bank',
      number: 'MX-3',
      type: 'Filter',
      place: 'Roof',
      owner: 'Air Handler 2',
      serialNumber: 'TR-3',
      manufacturer: 'Trane',
      model: 'F-1',
      facts: { Description: 'Filter section', Year: '2015', Criticality: 'High' },
    },
    {
      name: 'Air Handler 2',
      type: 'Air handler',
      place: 'Roof',
      manufacturer: 'Trane',
      model: 'AH-9',
      facts: { Year: '2016', Criticality: 'Low' },
    },
  ],
}

export const samplesOfMaintenance: readonly Sample[] = [
  snipeItReport,
  snipeItTemplate,
  atlasLocations,
  atlasAssets,
  maintainX,
]
