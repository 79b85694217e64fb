import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { expect, it } from 'vitest'

const DIST = resolve(import.meta.dirname, '../../dist')

const run = (...args: string[]): { stdout: string; stderr: string; status: number | null } =>
  spawnSync(process.execPath, [resolve(DIST, 'cli.js'), ...args], { encoding: 'utf8' })

function listPaths(command: Command, names: readonly string[] = []): string[] {
  return [names.join(' '), ...command.commands.flatMap((one) => listPaths(one, [...names, one.name()]))]
}

it('every command has its printed help', async () => {
  const { createProgram } = (await import(pathToFileURL(resolve(DIST, 'program.js')).href)) as {
    createProgram: (argv: readonly string[]) => Promise<Command>
  }
  const texts = JSON.parse(readFileSync(resolve(DIST, 'help.json'), 'utf8')) as Record<string, string>
  expect(Object.keys(texts).sort()).toEqual(listPaths(await createProgram([])).sort())
  for (const [path, text] of Object.entries(texts))
    expect(text).toContain(`Usage: tracewright${path && ' '}${path}`)
})

it.each([
  [['--help'], 'Usage: tracewright [options]'],
  [['help', 'audit'], 'Usage: tracewright audit'],
  [['audit', 'my.suite.jsonl', '--help'], 'Usage: tracewright audit'],
  [['synth', 'dedupe', '-h'], 'Usage: tracewright synth dedupe'],
])('%s prints one', (args, first) => {
  const { stdout, stderr, status } = run(...args)
  expect({ first: stdout.slice(0, first.length), stderr, status }).toEqual({ first, stderr: '', status: 0 })
})

it('help loads two modules, none of them the core', () => {
  const entry = readFileSync(resolve(DIST, 'cli.js'), 'utf8')
  const loaded = [...entry.matchAll(/^import .*?from "(.*?)"/gm)].map(([, from]) => from)
  expect(existsSync(resolve(DIST, 'help.json'))).toBe(true)
  expect(loaded.filter((from) => !from?.startsWith('node:'))).toEqual([])
})

it('behind -- nothing asks for help, and an unknown command is told', () => {
  expect(run('audit', '--', '--help').status).toBe(2)
  expect(run('constructor', '--help').stdout).toContain('Usage: tracewright [options]')
})
