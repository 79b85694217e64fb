import { Application, Logger, LogLevel } from 'typedoc'
import { entries, root } from './entries.mjs'

/** Warnings by TypeDoc of a type, in this code a PascalCase name, that no entry exports; values are not meant. */
const FORGOTTEN = /^[A-Z]\w*[a-z]\w*, defined in .* not included in the documentation$/

/** Collects warnings; what TypeDoc says of links from within comments does not concern users. */
class Collector extends Logger {
  forgotten = []
  failures = []

  log(message, level) {
    if (level === LogLevel.Error) this.failures.push(message)
    if (level === LogLevel.Warn && FORGOTTEN.test(message)) this.forgotten.push(message)
  }
}

/**
 * Writes the reference, one page an entry, from the built types.
 *
 * @returns a line for every type that a public signature shows and no entry exports
 */
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
    validation: { notExported: true, invalidLink: false, rewrittenLink: false },
  })
  const logger = new Collector()
  app.logger = logger
  const project = await app.convert()
  if (project === undefined) throw new Error(`Failed to read the types: ${logger.failures.join('; ')}`)
  for (const module of project.children ?? []) {
    module.name = entries.find(({ name }) => name === module.name)?.imported ?? module.name
  }
  app.validate(project)
  await app.outputs.writeOutput({ name: 'markdown', path: folder }, project)
  return logger.forgotten
}
