import { from } from '../../bind.ts'
import { quote } from '../../phrases.ts'
import { KEYS } from '../../pools/files.ts'
import { MEMOS } from '../../pools/texts.ts'
import { single } from './single.ts'

const REMEMBERED = [
  { key: 'api_config', at: '/value/endpoint', name: 'the address of the endpoint' },
  { key: 'api_config', at: '/value/timeout', name: 'the timeout, unrounded' },
  { key: 'user_preferences', at: '/value/profile', name: 'the profile' },
  { key: 'meeting_agenda', at: '/value/2', name: 'the third item of the agenda, word for word' },
  { key: 'shopping_list', at: '/value/3', name: 'the fourth item of the list, word for word' },
  { key: 'project_notes', at: '/value', name: 'the whole note, word for word' },
] as const

const retrieveMemory = single('retrieve_memory', (rng) => {
  const { key, at, name } = rng.pick(REMEMBERED)
  return {
    arguments: { key },
    prompts: [
      `Recall what is remembered under the key ${quote(key)}.`,
      `I once had something stored under the key ${quote(key)}. Fetch it.`,
      `What does the memory with the key ${quote(key)} hold?`,
    ],
    answer: { value: from(1, at), gives: name },
  }
})

const storeMemory = single('store_memory', (rng) => {
  const key = rng.pick(KEYS)
  const value = rng.pick(MEMOS)
  return {
    arguments: { key, value },
    prompts: [
      `Remember the text ${quote(value)} under the key ${quote(key)}, without tags.`,
      `Store this under the key ${quote(key)}, word for word and untagged: ${quote(value)}`,
      `Keep ${quote(value)} in memory exactly as it stands. The key is ${quote(key)}, and no tags are needed.`,
    ],
  }
})

export const stateManagement = [retrieveMemory, storeMemory]
