#!/usr/bin/env node
/**
 * Checks README, docs, comments and the table of messages by the rules of docs/style.md: words of style.json, and long
 * sentences. With pages as arguments it checks these alone.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import markdown from 'markdown-it'
import site from '../docs/.vitepress/pages.json' with { type: 'json' }
import { isTableCurrent, readSource, readSources } from './messages.mjs'
import rules from './style.json' with { type: 'json' }

const MAX_WORDS = 35
const root = resolve(import.meta.dirname, '..')
const FOLDERS = [
  '.',
  'docs',
  'docs/guides',
  'decisions',
  'skills/tracewright',
  'skills/tracewright/references',
]
const given = process.argv.slice(2)
const pages =
  given.length > 0
    ? given
    : FOLDERS.flatMap((folder) =>
        readdirSync(resolve(root, folder))
          .filter((file) => file.endsWith('.md'))
          .map((file) => join(folder, file)),
      )

const compile = (list) => list.map(({ pattern, say }) => ({ pattern: new RegExp(pattern, 'gi'), say }))
/** Rules of all text, and those with the rules of prose: messages, and pages that users search. */
const [patterns, prosePatterns] = [rules.filter((rule) => rule.in !== 'prose'), rules].map(compile)
const isProse = (page) =>
  /^(?:README\.md$|docs\/|skills\/)/.test(page) && !site.unsearched.some((name) => page === `docs/${name}.md`)
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const words = new Intl.Segmenter('en', { granularity: 'word' })
const countWords = (text) => [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length

/** Blanks what a script writes between two comments, line by line, so that lines keep their numbers. */
const blankGenerated = (text) =>
  text.replaceAll(/<!-- (?!\/|end)[^>]* -->[\s\S]*?<!-- (?:\/[^>]*|end) -->/g, (block) =>
    block.replaceAll(/[^\n]/g, ''),
  )

/** Prose of a line of Markdown; code counts as one word. */
const readProse = ({ children }) =>
  children
    .map(({ type, content }) =>
      type === 'text' ? content : type === 'code_inline' ? 'CODE' : type.endsWith('break') ? ' ' : '',
    )
    .join('')

/** Findings of a text; sentences of table cells may be long. */
function findStyleFindings(place, prose, { isCell = false, rules: applied = patterns } = {}) {
  const found = []
  for (const { pattern, say } of applied)
    for (const [word] of prose.matchAll(pattern)) found.push(`${place} "${word}": say ${say}.`)
  // Cheaper than the segmenters, which count no more words than this.
  if (isCell || (prose.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) <= MAX_WORDS) return found
  for (const { segment } of sentences.segment(prose)) {
    const count = countWords(segment)
    if (count > MAX_WORDS)
      found.push(`${place} A sentence of ${count} words, at most ${MAX_WORDS}: "${segment.slice(0, 60)}..."`)
  }
  return found
}

function findInPage(page) {
  const found = []
  const tokens = markdown().parse(blankGenerated(readFileSync(resolve(root, page), 'utf8')), {})
  const applied = isProse(page) ? prosePatterns : patterns
  let line = 0
  let isCell = false
  for (const token of tokens) {
    if (token.map !== null) line = token.map[0] + 1
    if (token.type === 'th_open' || token.type === 'td_open') isCell = true
    if (token.type !== 'inline') continue
    found.push(...findStyleFindings(`${page}:${line}`, readProse(token), { isCell, rules: applied }))
    isCell = false
  }
  return found
}

/** Comments; line comments that follow each other are one. */
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g

/** Prose of a comment, a paragraph, list item or tag each; code counts as one word. */
const splitParagraphs = (comment) =>
  comment
    .replaceAll(/^\/\*\*?|\*\/$|^[ \t]*\*(?: |$)|^[ \t]*\/\/ ?/gm, '')
    .replaceAll(/^[ \t]*@example[\s\S]*?(?=^[ \t]*@|$(?![\s\S]))|```[\s\S]*?```/gm, '')
    .replaceAll(/`[^`]*`|\{@link [^}]*\}/g, 'CODE')
    .split(/\n\s*\n|\n\s*(?=[-@|])/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())

function findInComments(source, literals) {
  const found = []
  const { text } = source
  let next = 0
  for (const match of text.matchAll(COMMENTS)) {
    while (next < literals.length && literals[next][1] <= match.index) next++
    if (next < literals.length && literals[next][0] <= match.index) continue
    const line = text.slice(0, match.index).split('\n').length
    for (const prose of splitParagraphs(match[0]))
      found.push(...findStyleFindings(`${source.fileName}:${line}`, prose))
  }
  return found
}

const findings = pages.toSorted().flatMap(findInPage)
if (given.length === 0) {
  const byFile = []
  for (const source of readSources()) {
    const { messages, literals } = readSource(source)
    byFile.push([source.fileName, messages])
    for (const text of messages)
      findings.push(
        ...findStyleFindings(source.fileName, text.replaceAll(/\{[^{}]*\}/g, 'VALUE'), {
          rules: prosePatterns,
        }),
      )
    findings.push(...findInComments(source, literals))
  }
  if (!isTableCurrent(byFile))
    findings.push('scripts/messages.tsv is not current: run npm run make:messages.')
}
for (const finding of findings) process.stdout.write(`${finding}\n`)
if (findings.length > 0) {
  process.stdout.write(`${findings.length} sentences break a rule of docs/style.md.\n`)
  process.exitCode = 1
}
