#!/usr/bin/env node
/**
 * Measures the size of the house and compares it with scripts/size-limits.json: exits with 1 where a number is more than
 * one per cent over its limit. `--update` writes what is measured as the limits, so that a review sees one that rises.
 * `--markdown` prints a table for a pull request.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { holdToLimits } from './limits.mjs'
import { builtInTools } from './tool-lists.mjs'

const root = resolve(import.meta.dirname, '..')
const LIMITS = join(root, 'scripts/size-limits.json')
/** A small change passes without an edit of the limits. */
const SLACK = 1.01
const MAX_FUNCTION_LINES = 80
const MAX_FILE_LINES = 400

const listFilesBelow = (folder, isWanted) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isWanted(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('node_modules'))

const isTypeScript = (name) => /\.tsx?$/.test(name)
const read = (file) => readFileSync(file, 'utf8')
const parseFile = (file) => ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, false)

/** Lines that hold a token: neither blank nor comment alone. */
function countCodeLines(file) {
  const source = parseFile(file)
  const lines = new Set()
  const visit = (node) => {
    let hasChild = false
    node.forEachChild((child) => {
      hasChild = true
      visit(child)
    })
    const from = source.getLineAndCharacterOfPosition(node.getStart(source)).line
    const to = source.getLineAndCharacterOfPosition(node.end).line
    if (hasChild) lines.add(from).add(to)
    else for (let line = from; line <= to; line++) lines.add(line)
  }
  source.forEachChild(visit)
  return lines.size
}

/** Functions of a file that nobody reads at one look, as `src/init/plan.ts:199: planSetup has 104 lines`. */
function listLongFunctions(file) {
  const source = parseFile(file)
  const found = []
  const visit = (node, name) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1
      const from = lineOf(node.getStart(source))
      const lines = lineOf(node.end) - from + 1
      if (lines > MAX_FUNCTION_LINES)
        found.push(`${relative(root, file)}:${from}: ${name ?? 'a function'} has ${lines} lines`)
    }
    node.forEachChild((child) => visit(child, child.name?.text ?? node.name?.text))
  }
  visit(source)
  return found
}

const listLongFiles = (files) =>
  files
    .map((file) => ({ file, lines: countLines([file]) }))
    .filter(({ lines }) => lines > MAX_FILE_LINES)
    .map(({ file, lines }) => `${relative(root, file)} has ${lines} lines`)

/** Files that a module imports or exports from at run time. */
function listValueImports(file) {
  return parseFile(file).statements.flatMap((statement) => {
    const { moduleSpecifier: from, importClause, exportClause } = statement
    if (from === undefined || !from.text.startsWith('.')) return []
    if (statement.isTypeOnly === true || importClause?.isTypeOnly === true) return []
    const names = importClause?.namedBindings?.elements ?? exportClause?.elements
    const isTypesAlone = importClause?.name === undefined && names?.every((name) => name.isTypeOnly) === true
    return isTypesAlone ? [] : [resolve(dirname(file), from.text)]
  })
}

/** Files that are loaded with a module, itself included. What a build puts into the list of tools is loaded with the list. */
function collectClosure(file) {
  const seen = new Set()
  const waiting = [join(root, file)]
  const tools = builtInTools().map(({ path }) => `${path}.ts`)
  for (const next of waiting) {
    if (seen.has(next)) continue
    seen.add(next)
    if (isTypeScript(next)) waiting.push(...listValueImports(next))
    if (next === join(root, 'src/tools/builtin/simulators.ts')) waiting.push(...tools)
  }
  return seen.size
}

/** Bytes of a built module and of what it loads at once. */
function countBuiltBytes(name) {
  const seen = new Set()
  const waiting = [join(root, 'dist', name)]
  let bytes = 0
  for (const file of waiting) {
    if (seen.has(file) || !existsSync(file)) continue
    seen.add(file)
    bytes += statSync(file).size
    for (const [, from] of read(file).matchAll(/^(?:import|export)\b[^'"]*["'](\.\/[^'"]+)["']/gm))
      waiting.push(resolve(dirname(file), from))
  }
  return bytes
}

const count = (files, pattern) =>
  files.reduce((sum, file) => sum + [...read(file).matchAll(pattern)].length, 0)
const countLines = (files) => files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0)
const countWords = (files) =>
  files.reduce((sum, file) => sum + read(file).split(/\s+/).filter(Boolean).length, 0)

/** Commands of the build, stages of `synth` and verbs of `baseline` included, and their options. */
function countCommandLine() {
  const texts = JSON.parse(read(join(root, 'dist/help.json')))
  const names = Object.keys(texts)
  const commands = names.filter((name) => name !== '' && !names.some((one) => one.startsWith(`${name} `)))
  // Options of the program, which every command takes, are listed apart.
  const countOptionsIn = (help) => [...help.split('\nGlobal Options:\n')[0].matchAll(/^ {2}-/gm)].length - 1
  const options = commands.reduce((sum, name) => sum + countOptionsIn(texts[name]), 0)
  return { commands: commands.length, options }
}

const sources = ['src', 'matchers', 'fixtures'].flatMap((folder) => listFilesBelow(folder, isTypeScript))
const reports = listFilesBelow('docs/api', (name) => name.endsWith('.api.md'))
const pages = listFilesBelow('docs', (name) => name.endsWith('.md')).filter(
  (file) => !/^docs\/(?:api|reference)\//.test(relative(root, file)),
)
const longFunctions = sources.flatMap(listLongFunctions)
const longFiles = listLongFiles(sources)
const EXPORTED = /^export (?!\{)|^export \{[^}]*\}/gm

const measured = {
  'lines of src, matchers, fixtures': countLines(sources),
  'of them code': sources.reduce((sum, file) => sum + countCodeLines(file), 0),
  'TypeScript files': sources.length,
  [`files of over ${MAX_FILE_LINES} lines`]: longFiles.length,
  [`functions of over ${MAX_FUNCTION_LINES} lines`]: longFunctions.length,
  'rooms in src': readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  ).length,
  'files that to-match-trace loads': collectClosure('matchers/to-match-trace.ts'),
  'files that fixtures loads': collectClosure('fixtures/index.ts'),
  'files that run-case loads': collectClosure('src/vitest/run-case.ts'),
  'public names': count(reports, EXPORTED),
  'public names in the root': count([join(root, 'docs/api/index.api.md')], EXPORTED),
  'lines of tests': countLines(listFilesBelow('test', isTypeScript)),
  'words of docs': countWords(pages),
  'decision pages': readdirSync(join(root, 'decisions')).filter((name) => /^\d/.test(name)).length,
  ...(existsSync(join(root, 'dist/index.js'))
    ? { 'kB of the root entry': Math.round(countBuiltBytes('index.js') / 1000), ...countCommandLine() }
    : {}),
}

for (const text of [...longFiles, ...longFunctions]) process.stderr.write(`${text}\n`)
holdToLimits(measured, { file: LIMITS, slack: SLACK, command: 'npm run size' })
