import { extname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { TracewrightError } from '../../shared/errors.ts'
import { findFormat, suiteFormatOf } from '../../suites/load/formats/format.ts'
import { fileUrl, type Hub, hubOf, SOURCES, webUrl } from '../../suites/load/pull/hub.ts'
import { type PulledSuite, pullSuite } from '../../suites/load/pull/pull-suite.ts'
import { printJson, printText, progress, warn } from '../output.ts'

interface Options {
  out?: string
  url?: string
  force?: boolean
  json?: boolean
}

/** How long a server may be silent, in milliseconds. */
const STALL = 30_000
const RETRIES = 3

const count = (n: number): string => n.toLocaleString('en')

function sourceUrl(name: string, { url }: Options, hub: Hub): URL {
  const source = SOURCES.get(name)
  if (source === undefined) {
    const names = [...SOURCES.keys()].join(', ')
    throw new TracewrightError(`Failed to pull: unknown data set "${name}": expected ${names}.`)
  }
  return url === undefined ? fileUrl(hub, source, source.revision) : webUrl(url, '--url')
}

/** Where the file goes: test modules end in .suite.jsonl, other formats keep their ending. */
function target(name: string, { pathname }: URL, out: string | undefined): string {
  const format = findFormat(pathname)
  if (out === undefined)
    return format === undefined || format === 'jsonl' ? `${name}.suite.jsonl` : `${name}${extname(pathname)}`
  if (format === undefined || suiteFormatOf(out) === format) return out
  throw new TracewrightError(
    `Failed to pull ${name}: the file is ${extname(pathname)} and kept as it is. Give --out the same ending.`,
  )
}

function describe({ file, rows, bytes, sha256, verified, revision, unchanged }: PulledSuite): string {
  const checked = verified === null ? 'the server names no checksum' : `as the server says (${verified})`
  return [
    `${file}: ${count(rows)} tasks, ${count(bytes)} bytes${unchanged ? ', unchanged' : ''}`,
    `sha256 ${sha256}, ${checked}`,
    ...(revision === null ? [] : [`revision ${revision}`]),
  ].join('\n')
}

/** `tracewright pull`: fetches a published data set. */
export const addPull = (program: Command): Command =>
  program
    .command('pull')
    .description('fetch a published data set from the Hugging Face hub')
    .argument('<name>', `data set: ${[...SOURCES.keys()].join(', ')}`)
    .option('--out <file>', 'where to keep it (default: NAME.suite.jsonl)')
    .option('--url <url>', 'fetch it from here instead, .jsonl or .json')
    .option('--force', 'write over another file of that name')
    .addHelpText('after', '\nHF_ENDPOINT names a mirror of the hub, HF_TOKEN the token that goes to it.')
    .action(async (name: string, options: Options) => {
      const hub = hubOf(process.env)
      const url = sourceUrl(name, options, hub)
      const pulled = await pullSuite({
        name,
        url,
        hub,
        file: target(name, url, options.out),
        force: options.force ?? false,
        stall: STALL,
        retries: RETRIES,
        pause,
        progress: (received, size) =>
          progress(`${count(received)}${size === undefined ? '' : ` of ${count(size)}`} bytes`),
        retrying: (reason, ms) => warn(`${reason}; trying again in ${Math.ceil(ms / 1000)} s`),
      }).finally(() => progress(''))
      if (options.json) printJson(pulled)
      else printText(describe(pulled))
    })
