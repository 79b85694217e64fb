#!/usr/bin/env node
/**
 * Writes `test/golden/simulators`: calls of our own drawing, and what the simulators give. With names, of these tools
 * alone. Only for a change that is meant: what changes for a seed changes every suite that names it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runnerImport } from 'vite'
import { toolLists } from './tool-lists.mjs'

const root = resolve(import.meta.dirname, '..')
const folder = resolve(root, 'test/golden/simulators')
const names = process.argv.slice(2)

const { module } = await runnerImport(resolve(root, 'test/support/golden.ts'), {
  root,
  configFile: false,
  plugins: [toolLists()],
})
const files = new Map(module.computeGoldenFiles())
const unknown = names.filter((name) => !files.has(name))
if (unknown.length > 0) {
  process.stderr.write(
    `Failed to write golden calls: unknown tool ${unknown.join(', ')}. Give the name of a built-in tool, such as get_weather.\n`,
  )
  process.exit(2)
}
mkdirSync(folder, { recursive: true })
let count = 0
for (const [tool, text] of files) {
  if (names.length > 0 && !names.includes(tool)) continue
  writeFileSync(resolve(folder, `${tool}.jsonl`), text)
  count++
}
process.stdout.write(`${count} ${count === 1 ? 'tool' : 'tools'}  ${folder}\n`)
