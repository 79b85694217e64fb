import { toFloat } from '../../shared/python/float.ts'
import type { PyJson } from '../../shared/python/json.ts'
import { formatPythonStr } from '../../shared/python/repr.ts'
import { splitCodePoints } from '../../shared/python/text.ts'
import { MIN_SIMILARITY, normalizeText } from './match-string.ts'
import { NEAR_ZERO, unmark } from './match-value.ts'

/*
 * Keys of values. If a number or text scores another value, the keys of both have one in common; the contrary need not hold.
 */

/** Logarithms of numbers that score each other differ by less. */
const BUCKET = 3e-4

const findBucket = (value: number): number => Math.floor(Math.log(Math.abs(value)) / BUCKET)
const nameBucket = (value: number, bucket: number): string => `number ${value < 0 ? '-' : ''}${bucket}`

function listExpectedNumberKeys(value: number): string[] {
  if (value === 0) return ['zero']
  const bucket = findBucket(value)
  return [bucket - 1, bucket, bucket + 1].map((near) => nameBucket(value, near))
}

const listGivenNumberKeys = (value: number): string[] => [
  nameBucket(value, findBucket(value)),
  ...(Math.abs(value) < NEAR_ZERO ? ['zero'] : []),
]

/** Lengths at which two texts score each other with one edit at most. Shorter ones have to be equal. */
const ONE_EDIT = { least: 6, most: 13 }
/** Shortest text that may score another with two edits or more, and the length of the pieces of it that are keys. */
const MORE_EDITS = { least: 12, piece: 4 }
/** Given texts that are longer have one key in common: looking for pieces of them would cost more than it saves. */
const MAX_PIECES = 64
/** Of every list and object: few steps expect a text there, which may score them as Python prints them. */
const NESTED = 'nested'
/** For what a product of fractions lacks to a whole number. */
const ROUNDING = 1e-9

/** Both texts of a pair without one code point each are equal, or one without it is the other. */
const listOneEditKeys = (points: readonly string[]): string[] =>
  points.length < ONE_EDIT.least || points.length > ONE_EDIT.most
    ? []
    : points.map((_, at) => `text ${points.toSpliced(at, 1).join('')}`)

const namePiece = (points: readonly string[], at: number): string =>
  `piece ${points.slice(at, at + MORE_EDITS.piece).join('')}`

/**
 * Pieces of a text apart from each other, one more than it may have edits: one of them is left whole. Rare ones are
 * taken; if there are too few, a common one stands for the rest.
 */
function listPieces(points: readonly string[], edits: number, isRare: (key: string) => boolean): string[] {
  const pieces: string[] = []
  let common: string[] = []
  for (let at = 0; at + MORE_EDITS.piece <= points.length && pieces.length <= edits; at++) {
    const piece = namePiece(points, at)
    if (isRare(piece)) {
      pieces.push(piece)
      at += MORE_EDITS.piece - 1
    } else common = [piece]
  }
  return pieces.length > edits ? pieces : common
}

function listExpectedTextKeys(text: string, isRare: (key: string) => boolean): string[] {
  const points = splitCodePoints(text)
  const longest = Math.floor(points.length / MIN_SIMILARITY + ROUNDING)
  const edits = Math.floor((1 - MIN_SIMILARITY) * longest + ROUNDING)
  return [
    `text ${text}`,
    ...listOneEditKeys(points),
    ...(points.length < MORE_EDITS.least ? [] : listPieces(points, edits, isRare)),
    ...(longest > MAX_PIECES ? ['long'] : []),
    NESTED,
  ]
}

function listGivenTextKeys(text: string): string[] {
  const points = splitCodePoints(text)
  const isLong = points.length > MAX_PIECES
  return [
    `text ${text}`,
    ...listOneEditKeys(points),
    ...(isLong ? ['long'] : points.map((_, at) => namePiece(points, at))),
  ]
}

/**
 * Keys under which a step finds the calls with a rare value that it may score; only a number or a text has some.
 *
 * @param isRare Whether few calls have the key
 */
export function listExpectedKeys(expected: PyJson, isRare: (key: string) => boolean): string[] {
  const value = unmark(expected)
  if (typeof value === 'number') return listExpectedNumberKeys(value)
  return typeof value === 'string' ? listExpectedTextKeys(normalizeText(value), isRare) : []
}

/** Keys of a rare value of a call. */
export function listGivenKeys(given: PyJson): string[] {
  if (given === null) return []
  const value = unmark(given)
  if (typeof value === 'object') return [NESTED]
  const number = toFloat(value)
  return [
    ...(number === undefined ? [] : listGivenNumberKeys(number)),
    ...listGivenTextKeys(normalizeText(formatPythonStr(given))),
  ]
}
