import { expect, it } from 'vitest'
import { Redactor } from '../../../../src/shared/redact/redactor.ts'

/** Beginnings of secrets that are repeated without their ends, so that each might begin one. */
const HOSTILE = [
  ...(
    '--t content-disposition: password] sk- pk_ eyJ- eyJ-. eyJaaaa. ghp_ github_pat_ glpat- AKIA ' +
    'AIza xoxb- xapp- ya29. lsv2_pt_ hf_ gsk_ npm_ tvly- SG. SG.a. pypi- shpat_ r8_ pplx- dop_v1_ ' +
    'whsec_ ://a: ://a hooks.slack.com/services/ discord.com/api/webhooks/ 1 4111- a - / = + . " < ' +
    '<a <a: <td> <![CDATA[ a= a=" password=" Authorization: [ {"a": { aA/ ] & :'
  ).split(' '),
  ...['--token ', ' -', '--token - ', 'Content-Disposition: name="a"\r\n', 'Bearer ', 'Basic '],
  ...['-----BEGIN ', '-----BEGIN A PRIVATE KEY-----', '-----END ', '1 ', ' ', '\n', "'", '\\'],
  ...['\\"', '<a ', "a='", 'a=\\"', 'token: ', 'Cookie: ', 'AKIAIOSFODNN7EXAMPLE '],
]
/** What stands once before a long run. */
const HEADS = [
  ...['<td>', 'token="', "token='", 'Cookie:', '-----BEGIN '],
  ...['eyJ', 'sk-', '://', 'AKIAIOSFODNN7EXAMPLE '],
]

const texts = [
  ...HOSTILE.map((unit): [string, (size: number) => string] => [
    JSON.stringify(unit),
    (size) => unit.repeat(size / unit.length),
  ]),
  ...HEADS.flatMap((head) =>
    [' ', '-', 'a', '.'].map((unit): [string, (size: number) => string] => [
      `${JSON.stringify(head)} and ${JSON.stringify(unit)}`,
      (size) => head + unit.repeat(size),
    ]),
  ),
]

/** Milliseconds of the processor: others use it as well. */
const now = (): number => process.cpuUsage().user / 1000

/** Milliseconds that the slowest part of masking takes. */
function timeOf(text: string): number {
  const redactors = [new Redactor(['mine'], ['a-known-secret']), new Redactor([], [], { byName: false })]
  const parts = redactors.flatMap((redactor) => [
    () => redactor.text(text),
    () => redactor.findSecrets(text),
    () => redactor.mayFindIn(text),
  ])
  return Math.max(
    ...parts.map((act) => {
      const before = now()
      act()
      return now() - before
    }),
  )
}

/** The fastest of some tries: what is compiled and collected meanwhile is counted, too. */
function isFaster(limit: number, text: string): boolean {
  for (let i = 0; i < 8; i++) if (timeOf(text) < limit) return true
  return false
}

it.each(texts)('takes time in proportion to its length: %s', (_, text) => {
  // Quadratic time is seen early here, instead of after minutes.
  expect(isFaster(60, text(16_000))).toBe(true)
  expect(isFaster(60, text(250_000))).toBe(true)
})

it('finds keys that are public in a long prompt in linear time', () => {
  const keys = Array.from({ length: 40_000 }, (_, i) => `sk-${i}-0123456789`).join(' ')
  const redactor = new Redactor([], [], { known: keys })
  const before = now()
  expect(redactor.text(keys)).toBe(keys)
  expect(redactor.text(keys.replaceAll('sk-', 'pk-'))).not.toContain('0123456789')
  expect(now() - before).toBeLessThan(2000)
})
