#!/usr/bin/env node
/** Checks the prose of README and docs by the rules of docs/style.md: words of style.json, and long sentences. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import markdown from 'markdown-it'
import rules from './style.json' with { type: 'json' }

const MAX_WORDS = 35
const root = resolve(import.meta.dirname, '..')
const FOLDERS = ['.', 'docs', 'docs/guides', 'decisions']
const given = process.argv.slice(2)
const pages =
  given.length > 0
    ? given
    : FOLDERS.flatMap((folder) =>
        readdirSync(resolve(root, folder))
          .filter((file) => file.endsWith('.md'))
          .map((file) => join(folder, file)),
      )

const patterns = rules.map(({ pattern, say }) => ({ pattern: new RegExp(pattern, 'gi'), say }))
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const words = new Intl.Segmenter('en', { granularity: 'word' })
const countWords = (text) => [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length

/** Blanks what a script writes between two comments, line by line, so that lines keep their numbers. */
const withoutGenerated = (text) =>
  text.replaceAll(/<!-- (?!\/|end)[^>]* -->[\s\S]*?<!-- (?:\/[^>]*|end) -->/g, (block) =>
    block.replaceAll(/[^\n]/g, ''),
  )

/** Prose of a line of Markdown; code counts as one word. */
const proseOf = ({ children }) =>
  children
    .map(({ type, content }) =>
      type === 'text' ? content : type === 'code_inline' ? 'CODE' : type.endsWith('break') ? ' ' : '',
    )
    .join('')

function findingsIn(page) {
  const found = []
  const tokens = markdown().parse(withoutGenerated(readFileSync(resolve(root, page), 'utf8')), {})
  let line = 0
  let isCell = false
  for (const token of tokens) {
    if (token.map !== null) line = token.map[0] + 1
    if (token.type === 'th_open' || token.type === 'td_open') isCell = true
    if (token.type !== 'inline') continue
    const prose = proseOf(token)
    for (const { pattern, say } of patterns)
      for (const [word] of prose.matchAll(pattern)) found.push(`${page}:${line} "${word}": say ${say}.`)
    if (!isCell)
      for (const { segment } of sentences.segment(prose)) {
        const count = countWords(segment)
        if (count > MAX_WORDS)
          found.push(
            `${page}:${line} A sentence of ${count} words, at most ${MAX_WORDS}: "${segment.slice(0, 60)}..."`,
          )
      }
    isCell = false
  }
  return found
}

const findings = pages.toSorted().flatMap(findingsIn)
for (const finding of findings) process.stdout.write(`${finding}\n`)
if (findings.length > 0) {
  process.stdout.write(`${findings.length} sentences break a rule of docs/style.md.\n`)
  process.exitCode = 1
}
