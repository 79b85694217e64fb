import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { entries, root } from './entries.mjs'

/**
 * Writes one report an entry, `<name>.api.md`: every name that can be imported, with its signature, and the schemas
 * that types are inferred from. Throws where the built types cannot be read.
 */
export function writeReports(folder) {
  mkdirSync(folder, { recursive: true })
  const scratch = mkdtempSync(join(tmpdir(), 'tracewright-api-'))
  try {
    const configs = entries.map(({ name, types }) =>
      ExtractorConfig.prepare({
        configObject: {
          projectFolder: root,
          mainEntryPointFilePath: types,
          compiler: { tsconfigFilePath: join(root, 'scripts/api/tsconfig.json') },
          apiReport: {
            enabled: true,
            reportFileName: name,
            reportFolder: folder,
            reportTempFolder: scratch,
            includeForgottenExports: true,
          },
          messages: {
            // What is missing from the entries is looked for over all of them at once, with the reference.
            extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
            tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
          },
        },
        configObjectFullPath: undefined,
        packageJsonFullPath: join(root, 'package.json'),
      }),
    )
    // All entries share one program: they import the same files.
    const compilerState = CompilerState.create(configs[0], {
      additionalEntryPoints: entries.map(({ types }) => types),
    })
    for (const [i, config] of configs.entries()) {
      const { errorCount } = Extractor.invoke(config, {
        localBuild: true,
        compilerState,
        messageCallback(message) {
          if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true
        },
      })
      if (errorCount > 0) throw new Error(`Failed to report on ${entries[i].name}: see above.`)
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const MARK = '(undocumented)'

/** Members of the reports in a folder that have no description: file, and what stands there. */
export function listUndocumented(folder) {
  return entries.flatMap(({ name }) => {
    const lines = readFileSync(join(folder, `${name}.api.md`), 'utf8').split('\n')
    return lines.flatMap((line, i) => (line.includes(MARK) ? [`${name}: ${lines[i + 1].trim()}`] : []))
  })
}
