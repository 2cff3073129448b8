"""Compares two packages of public holidays for eight lists, 2026 and 2027 (docs/features/holidays.md).

    pip install holidays==0.105 && python3 scripts/holidayLists/compare.py
It installs date-holidays 3.37.0 from npm into a temporary folder.
"""

import json
import subprocess
import tempfile

import holidays

LISTS = [("IL", None), ("SA", None), ("AE", None), ("EG", None), ("RU", None), ("CZ", None), ("SK", None), ("GB", "SCT")]
# A holiday that begins in the evening counts for the days that it covers at noon.
READ = """
const { default: Module } = await import('date-holidays')
const found = {}
for (const [country, region] of JSON.parse(process.argv[1])) {
  const reader = region === null ? new Module(country) : new Module(country, region)
  const days = new Set()
  for (const year of [2026, 2027])
    for (const one of reader.getHolidays(year)) {
      if (one.type !== 'public') continue
      const first = Date.parse(`${one.date.slice(0, 10)}T00:00Z`)
      const length = Math.max(1, Math.round((one.end - one.start) / 86_400_000))
      for (let away = 0; away < length; away += 1)
        days.add(new Date(first + away * 86_400_000).toISOString().slice(0, 10))
    }
  found[country] = [...days]
}
console.log(JSON.stringify(found))
"""

with tempfile.TemporaryDirectory() as folder:
    subprocess.run(["npm", "install", "--silent", "--prefix", folder, "date-holidays@3.37.0"], check=True)
    answer = subprocess.run(
        ["node", "--input-type=module", "-e", READ, json.dumps(LISTS)], cwd=folder, check=True, capture_output=True, text=True
    )
others = json.loads(answer.stdout)
for country, region in LISTS:
    own = {day.isoformat() for day in holidays.country_holidays(country, subdiv=region, years=[2026, 2027])}
    other = set(others[country])
    print(country, region or "", "both:", len(own & other))
    print("  only date-holidays:", ", ".join(sorted(other - own)) or "–")
    print("  only holidays:", ", ".join(sorted(own - other)) or "–")
