import { from } from '../../bind.ts'
import { quote } from '../../phrases.ts'
import { NEW_FILES } from '../../pools/files.ts'
import { MEMOS } from '../../pools/texts.ts'
import { FILES } from '../figures.ts'
import { single } from './single.ts'

const LISTED = ['config.json', 'employees.csv', 'notes.txt', 'products.json', 'report.txt']

const listFiles = single('list_files', (rng) => {
  const name = rng.pick(LISTED)
  return {
    arguments: { directory: '/data' },
    prompts: [
      `When was the file ${quote(name)} in the directory "/data" created?`,
      `Look through the directory "/data" and find out when ${quote(name)} was created.`,
      `I need the time of creation of ${quote(name)}, which is one of the files in "/data".`,
    ],
    answer: {
      value: from(1, `/files/${LISTED.indexOf(name)}/created_at`),
      gives: 'the time of creation as YYYY-MM-DDTHH:MM:SS',
    },
  }
})

const readFile = single('read_file', (rng) => {
  const { path, facts } = rng.pick(FILES)
  const { at, name, via } = rng.pick(facts)
  return {
    arguments: { path },
    prompts: [
      `Open the file ${quote(path)} and find ${name}.`,
      `What does ${quote(path)} say about ${name}?`,
      `Somewhere in ${quote(path)} stands ${name}. Look it up.`,
    ],
    answer: {
      value: from(1, at, ...via.map(([split, take]) => ({ split, take }))),
      gives: `${name}, exactly as the file writes it`,
    },
  }
})

const writeFile = single('write_file', (rng) => {
  const path = rng.pick(NEW_FILES)
  const content = rng.pick(MEMOS)
  return {
    arguments: { path, content },
    prompts: [
      `Write the text ${quote(content)} to the file ${quote(path)}, with nothing else in it.`,
      `Create ${quote(path)} with exactly this content: ${quote(content)}`,
      `Save ${quote(content)} word for word as the whole content of ${quote(path)}.`,
    ],
  }
})

export const fileData = [listFiles, readFile, writeFile]
