import { describe, expect, test } from 'vitest'
import { parseYaml } from '../../../src/tools/imported/import/openapi/parse-yaml.ts'

/** Ten levels of ten aliases: 10^10 leaves in a kilobyte. */
const bomb = (leaf: string): string =>
  Array.from({ length: 10 }, (_, level) => {
    const items = Array.from({ length: 10 }, () => (level === 0 ? leaf : `*a${level - 1}`))
    return `a${level}: &a${level} [${items.join(',')}]`
  }).join('\n')

test('aliases are followed', () => {
  expect(parseYaml('a: &a { b: 1 }\nc: [*a, *a]')).toEqual({ a: { b: 1 }, c: [{ b: 1 }, { b: 1 }] })
})

test('a document may have as many aliases as it likes, where they add little', () => {
  const many = parseYaml(`a: &a x\nb: [${'*a, '.repeat(2_000)}]`) as { b: string[] }
  expect(many.b).toHaveLength(2_000)
})

describe('is refused', () => {
  test.each([
    ['a bomb of aliases', bomb('x')],
    ['a bomb in the values of maps', bomb('{ k: v }')],
    ['a long text by many aliases', `a: &a ${'x'.repeat(10_000)}\nb: [${'*a, '.repeat(1_000)}]`],
  ])('%s', { timeout: 1_000 }, (_, text) => {
    expect(() => parseYaml(text)).toThrow(/^its aliases expand it from \d+ to \d+ characters/)
  })

  test('an alias to what holds it', () => {
    expect(() => parseYaml('&a [*a]')).toThrow('the alias *a has no anchor before it')
  })

  test('a key that stands twice', () => {
    expect(() => parseYaml('a: 1\nb: { c: 1, c: 2 }')).toThrow('the key "c" appears twice')
  })
})
