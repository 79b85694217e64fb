import { code, writeWording } from './code.ts'
import { type Family, vary } from './family.ts'
import pools from './pools.json' with { type: 'json' }
import { drawCodes, GOODS, PEOPLE } from './pools.ts'

const findCheapestMail: Family = {
  key: 'find_cheapest_mail',
  name: 'find',
  isSteady: true,
  draw({ rng }) {
    const goods = rng.pick(GOODS)
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick([
      `Cheapest ${goods}`,
      `Best price: ${goods}`,
      `Your question about the ${goods}`,
      `Found: ${goods}`,
      `Which ${goods} to order`,
      `The ${goods} you wanted`,
    ])
    const body = writeWording(rng, '<name of the offer> for <price> dollars', {
      'name of the offer': 'cheapest.name',
      price: 'cheapest.price_usd',
    })
    return {
      prompts: [
        `Find out what the cheapest "${goods}" in the shop is and let ${email} know by mail: subject "${subject}", text just ${body.asked}.`,
        `Look for the cheapest "${goods}" in the shop and mail ${email}: subject "${subject}", text just ${body.asked}.`,
        `Find the cheapest offer for "${goods}" in the shop and mail it to ${email}, subject "${subject}", text just ${body.asked}.`,
      ],
      offer: ['create_notification'],
      calls: code`
        const { results } = await search_products({ query: ${goods} })
        const cheapest = results.reduce((a, b) => (b.price_usd < a.price_usd ? b : a))
        await send_email({
          to: ${email},
          subject: ${subject},
          body: ${body.code},
        })`,
    }
  },
}

const findBestRated: Family = {
  key: 'find_best_rated',
  name: 'find',
  isSteady: true,
  draw({ rng }) {
    const goods = rng.pick(GOODS)
    const title = rng.pick([
      `Best ${goods}`,
      `Top rated ${goods}`,
      `The ${goods} to buy`,
      `Winner: ${goods}`,
      `Our next ${goods}`,
    ])
    return {
      prompts: [
        `Which "${goods}" in the shop has the best rating? Show me just its name as a notification titled "${title}".`,
        `Search the shop for "${goods}" and notify me of the best rated offer: title "${title}", message just its name.`,
        `Find the best rated "${goods}" in the shop and put a notification titled "${title}" on my dashboard, with just its name as the message.`,
      ],
      offer: ['web_search'],
      calls: code`
        const { results } = await search_products({ query: ${goods} })
        const best = results.reduce((a, b) => (b.rating > a.rating ? b : a))
        await create_notification({ title: ${title}, message: best.name })`,
    }
  },
}

/** Names of files with what they say: the first part, and what was added to it. */
const DOCUMENTS = pools.documents as [string, ...string[]][]

const findLargerFile: Family = {
  key: 'find_larger_file',
  name: 'find',
  isSteady: true,
  draw({ rng }) {
    const [name, ...parts] = rng.pick(DOCUMENTS)
    const [one, two] = rng.sample(pools.folders, 2) as [string, string]
    const other = rng.pick(['index.md', 'readme.txt', 'links.md'])
    const codes = drawCodes(rng, 18)
    const writeTexts = (from: number, length: number): string[] =>
      codes
        .slice(from, from + 6)
        .map((number) => parts.slice(0, length).join('; ').replace('<n>', `${number}`))
    return {
      prompts: [
        `Two of my folders have a file called ${name}, and I only kept adding to one of them, so the larger file is up to date. What does it say?`,
        `I have ${name} in two folders, an old copy and the one that I went on writing in. What does the larger file say?`,
        `There are two files called ${name}, and the shorter one is out of date. What does the larger one say?`,
      ],
      answer: 'text of the larger file',
      state: {
        files: [
          { path: `/archive/${other}`, content: 'Kept for the record.' },
          { path: `${one}/${name}`, content: vary([...writeTexts(0, 1), ...writeTexts(6, 3)]) },
          { path: `${two}/${name}`, content: vary(writeTexts(12, 2)) },
          { path: `/notes/${other}`, content: 'Nothing of note.' },
        ],
      },
      calls: code`
        const { files } = await list_files()
        const larger = files
          .filter((file) => file.name === ${name})
          .reduce((a, b) => (b.size > a.size ? b : a))
        const { content } = await read_file({ path: larger.path })
        return content`,
    }
  },
}

const findPersonNote: Family = {
  key: 'find_person_note',
  name: 'find',
  isSteady: true,
  draw({ rng }) {
    const first = rng.pick(['Anna', 'Jonas', 'Maria', 'Peter', 'Elena', 'Simon', 'Clara', 'Viktor'])
    const name = `${first} ${rng.pick(['Berg', 'Weber', 'Rossi', 'Novak', 'Lind'])}`
    const cities = rng.sample(['Oslo', 'Lisbon', 'Tallinn', 'Graz', 'Turin', 'Ghent'], 3)
    const [one, two, three] = cities as [string, string, string]
    const [a, b, ...codes] = drawCodes(rng, 18)
    const keys = codes.slice(0, 8).map((number) => `client_${number}`)
    const numbers = codes.slice(8).map((number) => `Customer number ${number}`)
    return {
      prompts: [
        `I have to call ${name} in ${two}. What did you note about them? We know several people of that name, all under the tag "${name}".`,
        `What does our note on ${name} in ${two} say? Mind that there are several under the tag "${name}".`,
        `We know more than one ${name}, each with a note under the tag "${name}". What does the one on the client in ${two} say?`,
      ],
      answer: 'what the note says',
      state: {
        memory: [
          vary([{ key: `client_${a}`, value: 'Call before noon', tags: [name, one] }, null]),
          { key: vary(keys), value: vary(numbers), tags: [name, two] },
          { key: `client_${b}`, value: 'Write only', tags: [name, three] },
          { key: 'supplier', value: 'Call after five', tags: ['Kim Larsen', two] },
        ],
      },
      calls: code`
        const { memories } = await list_memories({ tag: ${name} })
        const [meant] = memories.filter(({ tags }) => tags.includes(${two}))
        const { value } = await retrieve_memory({ key: meant.key })
        return value`,
    }
  },
}

export const find: readonly Family[] = [findCheapestMail, findBestRated, findLargerFile, findPersonNote]
