import { Application, Logger, LogLevel, ReflectionKind } from 'typedoc'
import { entries, root } from './entries.mjs'

/** Collects errors. Warnings concern types that no entry exports, and links from within comments. */
class Collector extends Logger {
  failures = []

  log(message, level) {
    if (level === LogLevel.Error) this.failures.push(message)
  }
}

/** Leaves out members that the page of the parent type describes: a type says which type it extends. */
export function dropInherited(project) {
  const isOwn = (member) => member.inheritedFrom?.reflection === undefined
  for (const type of project.getReflectionsByKind(ReflectionKind.ClassOrInterface)) {
    type.children = type.children?.filter(isOwn)
    for (const group of type.groups ?? []) group.children = group.children.filter(isOwn)
    type.groups = type.groups?.filter(({ children }) => children.length > 0)
  }
  // What is left comes from a type without a page.
  for (const member of project.getReflectionsByKind(ReflectionKind.All)) delete member.inheritedFrom
}

/** Writes the reference, one page an entry, from the built types. */
export async function writeReference(folder) {
  const app = await Application.bootstrapWithPlugins({
    name: 'Reference',
    plugin: ['typedoc-plugin-markdown', 'typedoc-plugin-zod'],
    entryPoints: entries.map(({ types }) => types),
    tsconfig: `${root}/scripts/api/tsconfig.json`,
    skipErrorChecking: true,
    router: 'module',
    readme: 'none',
    disableSources: true,
    disableGit: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    excludePrivate: true,
    // Members that errors inherit from Node and the language have pages of their own elsewhere.
    excludeExternals: true,
    externalPattern: ['**/node_modules/@types/node/**', '**/node_modules/typescript/lib/**'],
    validation: false,
    // What one calls comes first.
    groupOrder: ['Functions', 'Variables', '*'],
  })
  const logger = new Collector()
  app.logger = logger
  const project = await app.convert()
  if (project === undefined) throw new Error(`Failed to read the types: ${logger.failures.join('; ')}`)
  dropInherited(project)
  // A parameter that is taken apart has no name of its own.
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
    if (parameter.name === '__namedParameters') parameter.name = 'options'
  for (const module of project.children ?? []) {
    module.name = entries.find(({ name }) => name === module.name)?.imported ?? module.name
  }
  await app.outputs.writeOutput({ name: 'markdown', path: folder }, project)
}
