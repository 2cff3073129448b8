import { chromium } from 'playwright-core'
const url='http://localhost:4471'
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--headless','--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync']})
const res=await (await fetch(url+'/api/public/login',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({email:'admin@plantroom.demo',password:'Plantroom1'})})).json()
const token=res.token
const list=await (await fetch(url+'/api/iot/sensors',{headers:{authorization:'Bearer '+token}})).json()
if(!list.rows) {console.log(list);process.exit(1)}
console.log(list.rows.map(r=>[r.id,r.name,r.state,r.value,r.equipment?.name,r.location?.name,r.battery].join('|')).join('\n'))
const id=n=>list.rows.find(r=>r.name===n)?.id
const shots=process.argv[2]==='few'?process.argv.slice(3).map(s=>s.split(',')):[
 ['list','/iot/sensors',1440,900,'en'],
 ['panel',`/iot/sensors?id=${id('Fridge sensor 3')}`,1440,1000,'en'],
 ['alerts',`/iot/sensors?id=${id('Fridge sensor 3')}&tab=alerts`,1440,900,'en'],
 ['facts',`/iot/sensors?id=${id('Fridge sensor 1')}&tab=facts`,1440,1000,'en'],
 ['new','/iot/sensors?mode=new',1440,1000,'en'],
 ['types','/iot/sensor-types?id=1',1440,900,'en'],
 ['phone-he','/iot/sensors',390,844,'he'],
 ['phone-panel-he',`/iot/sensors?id=${id('Fridge sensor 1')}`,390,844,'he'],
 ['dark',`/iot/sensors?id=${id('Plant room floor')}`,1440,900,'en','dark'],
 ['he','/iot/sensors',1440,900,'he'],
]
for(const [name,path,w,h,lang,scheme] of shots){
 const c=await b.newContext({viewport:{width:+w,height:+h},colorScheme:scheme==='dark'?'dark':'light'})
 const p=await c.newPage()
 p.on('pageerror',e=>console.log(name,'ERR',e.message)); p.on('console',m=>m.type()==='error'&&console.log(name,'console',m.text()))
 await p.goto(url+path+(path.includes('?')?'&':'?')+'lang='+lang)
 await p.locator('input[type=email],input[name=email],input').first().fill('admin@plantroom.demo')
 await p.locator('input[type=password]').first().fill('Plantroom1')
 await p.keyboard.press('Enter')
 await p.waitForTimeout(3500)
 await p.screenshot({path:`/tmp/shots/${name}.png`})
 await c.close()
}
await b.close()
