#!/usr/bin/env node
/**
 * Writes scripts/messages.tsv: every text of the sources that a user can read, with its file and `{placeholders}`, so
 * that all messages can be read in one place. `npm run lint` holds that the table is current.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'

const root = resolve(import.meta.dirname, '..')
const TABLE = resolve(root, 'scripts/messages.tsv')
/** No messages: words and data of simulators, code and workflows that `init` writes, prompts and vocabularies. */
const EXCLUDED =
  /^src\/(?:tools\/(?:builtin|content)|init\/(?:entry|workflow)|suites\/generate\/families|synthetic\/(?:rules|generate|handlers|tasks)|scoring\/answers\/slots|metrics\/published|shared\/(?:english|number-words)|suites\/audit\/request-judge|synthetic\/(?:audit\/model-judge|simulate\/live)|models\/judge|tools\/imported\/simulate\/(?:population|texts)|report\/html\/client\/(?:graph-marks|icons))/
const MIN_WORDS = 3
const MAX_PLACEHOLDER_LENGTH = 40

/** The TypeScript files of the package, parsed. */
export function* readSources() {
  for (const folder of ['src', 'matchers', 'fixtures'])
    for (const name of readdirSync(resolve(root, folder), { recursive: true }).toSorted()) {
      if (!/\.tsx?$/.test(name)) continue
      const file = `${folder}/${name}`
      const text = readFileSync(resolve(root, file), 'utf8')
      yield ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false)
    }
}

/** The text of a literal, template or sum of both; undefined for other expressions. */
function readLiteralText(node, source) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isParenthesizedExpression(node)) return readLiteralText(node.expression, source)
  const formatPlaceholder = (one) =>
    `{${one.getText(source).replaceAll(/\s+/g, ' ').slice(0, MAX_PLACEHOLDER_LENGTH)}}`
  if (ts.isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.map(({ expression, literal }) => formatPlaceholder(expression) + literal.text),
    ].join('')
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined
  const [left, right] = [node.left, node.right].map((one) => readLiteralText(one, source))
  if (left === undefined && right === undefined) return undefined
  return (left ?? formatPlaceholder(node.left)) + (right ?? formatPlaceholder(node.right))
}

const isMessage = (text) =>
  (text.replaceAll(/\{[^{}]*\}/g, 'X').match(/[\p{L}\d"'`)\]]+[,;:.]?(?=\s|$)/gu)?.length ?? 0) >= MIN_WORDS

const LITERALS = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.JsxText,
])

/** The messages of a source, and the ranges of its literals, in order. */
export function readSource(source) {
  const messages = []
  const literals = []
  const visit = (node, isWithin) => {
    if (LITERALS.has(node.kind)) literals.push([node.getStart(source), node.end])
    const text = isWithin ? undefined : readLiteralText(node, source)
    const isFound = text !== undefined && isMessage(text)
    if (isFound) messages.push(text)
    const isDone = isWithin || ts.isImportDeclaration(node) || ts.isTypeNode(node)
    ts.forEachChild(node, (child) => visit(child, isDone || (isFound && !ts.isTemplateExpression(node))))
  }
  visit(source, EXCLUDED.test(source.fileName))
  return { messages, literals }
}

/** The table of the given messages by file. */
export const renderMessageTable = (byFile) =>
  byFile
    .flatMap(([file, list]) =>
      list.map((text) => `${file}\t${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}\n`),
    )
    .join('')

export const isTableCurrent = (byFile) => readFileSync(TABLE, 'utf8') === renderMessageTable(byFile)

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(
    TABLE,
    renderMessageTable([...readSources()].map((source) => [source.fileName, readSource(source).messages])),
  )
