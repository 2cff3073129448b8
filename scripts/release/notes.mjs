/** The section of a version in CHANGELOG.md, as release notes. Throws if the version has no section. */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m)
  const section = sections.find((each) => each.startsWith(`## ${version} `))
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  return `# Plantroom ${section.slice('## '.length).trimEnd()}\n`
}
