import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import style from '../../../scripts/style.json' with { type: 'json' }
import words from './words.json' with { type: 'json' }

const root = resolve(import.meta.dirname, '../../..')
/** Rooms whose texts a user of the command line or of Vitest reads: what they print, and why they fail. */
const ROOMS = ['cli', 'init', 'report', 'run', 'vitest', 'ledger', 'network', 'suites', 'tools/imported']

interface Text {
  at: string
  text: string
}

const filesIn = (folder: string, ending: RegExp): string[] =>
  (readdirSync(join(root, folder), { recursive: true }) as string[])
    .map((file) => `${folder}/${file}`)
    .filter((file) => ending.test(file) && !/node_modules|docs\/(api|reference)\//.test(file))

/** Every text of a module that is more than one word: descriptions, messages and what is printed. */
function textsIn(file: string): Text[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const found: Text[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isJsxText(node)
    ) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      if (/\p{L}\s+\S/u.test(node.text)) found.push({ at: `${file}:${line + 1}`, text: node.text })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const headingsIn = (file: string): Text[] =>
  readFileSync(join(root, file), 'utf8')
    .replaceAll(/^```.*?^```/gms, (block) => block.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .flatMap((text, i) => (/^#{1,6} /.test(text) ? [{ at: `${file}:${i + 1}`, text }] : []))

const ruleOf = (word: string, use: string, because: string) => ({
  pattern: new RegExp(word, 'i'),
  use,
  because,
})
const GLOSSARY = words.replaced.map(({ word, use, because }) => ruleOf(word, use, because))
/** Rules of docs/style.md, by which lint checks the docs. */
const STYLE = style.map(({ pattern, say }) => ruleOf(pattern, say, 'docs/style.md'))
/** What is said of texts that use another word than the glossary's. */
const wrongIn = (texts: readonly Text[], patterns = GLOSSARY): string[] =>
  texts.flatMap(({ at, text }) =>
    patterns.flatMap(({ pattern, use, because }) => {
      const [found] = pattern.exec(text) ?? []
      return found === undefined || words.names.includes(found)
        ? []
        : [`${at}: "${found}" in "${text.trim().slice(0, 80)}". Say ${use}: ${because}`]
    }),
  )

const spoken = ROOMS.flatMap((room) => filesIn(`src/${room}`, /\.tsx?$/)).flatMap(textsIn)
const headings = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...filesIn('docs', /\.md$/),
  ...filesIn('decisions', /\.md$/),
].flatMap(headingsIn)

describe('English', () => {
  it('looks at what there is', () => {
    expect(spoken.length).toBeGreaterThan(1000)
    expect(spoken.some(({ text }) => text.startsWith('Failed to write the report'))).toBe(true)
    expect(headings.length).toBeGreaterThan(200)
  })

  it('of the command line, of errors and of the page has one word for one thing', () => {
    expect(wrongIn(spoken, [...GLOSSARY, ...STYLE])).toEqual([])
  })

  it('of headings has one word for one thing', () => {
    expect(wrongIn(headings)).toEqual([])
  })

  it('finds a word of another field', () => {
    expect(wrongIn([{ at: 'a:1', text: 'compare the trajectory with the dataset' }])).toHaveLength(2)
  })

  it.each(words.replaced.map(({ use }) => use))('asks for words that the glossary has: %s', (use) => {
    const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
    const other = [
      'differently',
      'nothing',
      'a figure',
      'allow',
      'refuse',
      'data set',
      'solved share',
      'resume',
      'expected answer',
      'frozen value',
    ]
    for (const term of use.split(/, or |, /))
      if (!other.includes(term)) expect(glossary).toMatch(new RegExp(`^\\| [^|]*${term}`, 'm'))
  })
})
