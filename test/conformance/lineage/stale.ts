import type { Json } from '../../../src/shared/json.ts'
import type { Performer } from '../../support/perform.ts'
import {
  at,
  fabricated,
  from,
  grounded,
  type Label,
  type LineageCase,
  stale,
  stepsOf,
  wrongSource,
} from './case.ts'

const NOTES = '/data/notes.txt'
const KEY = 'project_notes'
const about = (weather: Json | undefined): string =>
  `Oslo has ${at(weather, '/temperature_celsius')} degrees at ${at(weather, '/humidity_percent')} percent`
const bound = { $text: [from('step_1', '/temperature_celsius'), ' ', from('step_1', '/humidity_percent')] }
const prompt =
  'Note the temperature and humidity of Oslo in place of the old notes, then go on with the notes.'

/** A memory read, replaced and read again; then something is passed on. */
function memory(
  name: string,
  then: [tool: string, args: (value: Json) => { [key: string]: Json }],
  given: (old: string, now: string) => Json,
  labels: Label[],
): LineageCase {
  const [tool, args] = then
  return {
    name: `memory: ${name}`,
    seed: 11,
    prompt,
    steps: stepsOf(
      ['get_weather', { city: 'Oslo' }],
      ['store_memory', { key: KEY, value: bound }],
      ['retrieve_memory', { key: KEY }, ['step_2']],
      [tool, args(from('step_3', '/value'))],
    ),
    act: (p) => {
      const old = at<string>(p.call('retrieve_memory', { key: KEY }), '/value')
      const weather = p.call('get_weather', { city: 'Oslo' })
      p.call('store_memory', { key: KEY, value: about(weather) })
      const now = at<string>(p.call('retrieve_memory', { key: KEY }), '/value')
      p.call(tool, args(given(old, now)))
      return undefined
    },
    labels,
  }
}

const translated = (value: Json) => ({ text: value, from_language: 'en', to_language: 'fr' })
const french = 'step_4 /text'

/** A file read, replaced, read again; the agent's words are `said`. */
function file(name: string, act: (p: Performer) => void, labels: Label[]): LineageCase {
  return {
    name: `file: ${name}`,
    seed: 12,
    prompt: `Replace ${NOTES} by "Bring a rope", then count its words and tell #crew what is in it.`,
    steps: stepsOf(
      ['write_file', { path: NOTES, content: 'Bring a rope' }],
      ['read_file', { path: NOTES }, ['step_1']],
      ['list_files', {}, ['step_1']],
      ['word_count', { text: from('step_2', '/content') }],
      ['number_to_text', { number: from('step_3', '/files/2/size') }],
    ),
    act: (p) => {
      act(p)
      return undefined
    },
    labels,
  }
}

const read = (p: Performer): string => at(p.call('read_file', { path: NOTES }), '/content')
const size = (p: Performer): number => at(p.call('list_files', {}), '/files/2/size')
const write = (p: Performer, content = 'Bring a rope') => p.call('write_file', { path: NOTES, content })

/** Answers that have changed since they were read. */
export const stales: LineageCase[] = [
  memory('the old value', ['translate_text', translated], (old) => old, [
    { at: french, ...stale('call_1 /value') },
    { at: 'step_2 /value', ...grounded, from: 'step_1 /temperature_celsius, step_1 /humidity_percent' },
  ]),
  memory('the new value', ['translate_text', translated], (_, now) => now, [
    { at: french, ...grounded, from: 'step_3 /value' },
  ]),
  memory('the old value with blanks around', ['translate_text', translated], (old) => ` ${old} `, [
    { at: french, ...stale('call_1 /value') },
  ]),
  memory('a part of the old value', ['translate_text', translated], (old) => old.slice(0, 20), [
    { at: french, ...fabricated },
  ]),
  memory('a made-up value', ['translate_text', translated], () => 'Oslo is cold', [
    { at: french, ...fabricated },
  ]),
  memory('the key', ['translate_text', translated], () => KEY, [
    { at: french, ...wrongSource('call_1 /key') },
  ]),
  memory('kept under another key, old', ['hash_text', (text) => ({ text, algorithm: 'md5' })], (old) => old, [
    { at: french, ...stale('call_1 /value') },
  ]),
  memory(
    'in a message, old',
    [
      'send_message',
      (value) => ({
        recipient: '#crew',
        message: typeof value === 'string' ? `Notes: ${value}` : { $text: ['Notes: ', value] },
      }),
    ],
    (old) => old,
    [{ at: 'step_4 /message', ...stale('call_1 /value') }],
  ),
  memory(
    'in a message, old and new',
    [
      'send_message',
      (value) => ({ recipient: '#crew', message: typeof value === 'string' ? value : { $text: [value] } }),
    ],
    (old, now) => `Before: ${old} After: ${now}`,
    // Prose is right where the new value stands, whatever stands beside it.
    [{ at: 'step_4 /message', ...grounded }],
  ),
  memory(
    'in a list, old',
    [
      'join_texts',
      (value) => ({
        texts: typeof value === 'string' ? [value, 'Notes'] : { $unordered: ['Notes', value] },
        separator: ' ',
      }),
    ],
    (old) => old,
    [{ at: 'step_4 /texts/1', ...stale('call_1 /value') }],
  ),
  file(
    'everything read again and used',
    (p) => {
      write(p)
      const [content, bytes] = [read(p), size(p)]
      p.call('word_count', { text: content })
      p.call('number_to_text', { number: bytes })
    },
    [
      // The content is in the prompt, and the size has few bits.
      { at: 'step_4 /text', is: 'ambiguous', from: 'step_2 /content' },
      { at: 'step_5 /number', is: 'ambiguous', from: 'step_3 /files/2/size' },
    ],
  ),
  file(
    'read before, and again, but the first answers used',
    (p) => {
      const [content, bytes] = [read(p), size(p)]
      write(p)
      read(p)
      size(p)
      p.call('word_count', { text: content })
      p.call('number_to_text', { number: bytes })
    },
    [
      { at: 'step_4 /text', ...stale('call_1 /content') },
      { at: 'step_5 /number', ...stale('call_2 /files/2/size') },
    ],
  ),
  file(
    'one of the two answers is the first one',
    (p) => {
      const bytes = size(p)
      write(p)
      const content = read(p)
      size(p)
      p.call('word_count', { text: content })
      p.call('number_to_text', { number: bytes })
    },
    [
      { at: 'step_4 /text', is: 'ambiguous', from: 'step_2 /content' },
      { at: 'step_5 /number', ...stale('call_1 /files/2/size') },
    ],
  ),
  file(
    'three reads, the middle one used',
    (p) => {
      read(p)
      write(p, 'Bring a ladder and two lamps')
      const middle = read(p)
      write(p)
      read(p)
      size(p)
      p.call('word_count', { text: middle })
    },
    [{ at: 'step_4 /text', ...stale('call_3 /content') }],
  ),
  file(
    'the size of another file',
    (p) => {
      write(p)
      read(p)
      const listed = p.call('list_files', {})
      p.call('number_to_text', { number: at(listed, '/files/0/size') })
    },
    [{ at: 'step_5 /number', ...wrongSource('call_3 /files/0/size') }],
  ),
]
