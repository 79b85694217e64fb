import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { TracewrightError } from '../shared/errors.ts'
import { holdExitCode } from './exit-code.ts'

/** A frame of the config, which Vite runs as a copy beside its map. */
const CONFIG_FRAME = /(file:.*[\\/]([^\\/]+)\.timestamp-[^:]+):(\d+):(\d+)/

/** Where the config calls the plugin, `vitest.config.ts:7:5`; the name alone where the copy has no map. */
function findConfigPlace({ stack = '' }: Error): string | undefined {
  const [, url, name = '', line, column] = CONFIG_FRAME.exec(stack) ?? []
  if (url === undefined) return undefined
  try {
    const copy = fileURLToPath(url)
    const [, map = ''] = /sourceMappingURL=data:[^,]*base64,(\S+)/.exec(readFileSync(copy, 'utf8')) ?? []
    const found = new SourceMap(JSON.parse(Buffer.from(map, 'base64').toString('utf8'))).findEntry(
      Number(line) - 1,
      Number(column) - 1,
    )
    if (!('originalSource' in found)) return name
    const file = relative(process.cwd(), resolve(dirname(copy), found.originalSource))
    return `${file}:${found.originalLine + 1}:${found.originalColumn + 1}`
  } catch {
    return name
  }
}

/**
 * Where the configuration is wrong Vitest prints why, with the stack, and would exit with 1, as for a failed test.
 *
 * @throws Error whose only frame is the place of the config
 */
export function exitWith2OnError<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    holdExitCode(2)
    if (!(error instanceof TracewrightError)) throw error
    const place = findConfigPlace(error)
    const plain = new Error(error.message)
    plain.stack = `${error.name}: ${error.message}${place === undefined ? '' : `\n    at ${place}`}`
    // Vitest writes further fields, and then prints the error as an object.
    throw Object.assign(plain, { [inspect.custom]: () => plain.stack })
  }
}
