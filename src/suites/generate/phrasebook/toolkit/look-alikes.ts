import { nameWords } from '../../../../shared/english.ts'
import { groupBy } from '../../../../shared/group.ts'
import { singular } from '../../../../shared/singular.ts'
import type { Phrases } from '../../../../tools/builtin/phrases.ts'
import type { ImportedTool } from '../../../../tools/imported/toolkit.ts'
import { listSlots } from '../clause.ts'
import { endOfPath, readNounInName } from './labels.ts'

/** A tool and how requests speak of it. */
interface PhrasedTool {
  tool: ImportedTool
  phrases: Phrases
}

/** What a request for a write says before the values that it may leave out: `delete item for batch`. */
function readHead({ asks, things }: Phrases): string {
  const [ask = ''] = asks
  const required = listSlots(ask).filter(({ name }) => things?.taken[name] !== undefined)
  const nouns = required.map(({ name }) => things?.taken[name]?.noun)
  const [clause = ''] = ask.split('[')
  return [clause.replace(/\{\w+\}/g, ''), ...nouns].join(' ')
}

/** Whether a list shows all things of its kind, by its path or its name: `/articles`, but not `/articles/latest`. */
function isPlainList({ tool, phrases }: PhrasedTool): boolean {
  const listed = nameWords(tool.route === undefined ? readNounInName(tool) : endOfPath(tool)).map(singular)
  const noun = new Set(
    [...nameWords(phrases.things?.noun ?? ''), ...nameWords(tool.entity ?? '')].map(singular),
  )
  return listed.length > 0 && listed.every((word) => noun.has(word))
}

/**
 * Tools whose requests could be meant for another tool, and the name of that tool. Writes about different things may read
 * alike, and a list may show a part of what a plain list shows.
 */
export function findLookAlikes(tools: readonly PhrasedTool[]): Map<string, string> {
  const found = new Map<string, string>()
  const add = (alike: readonly PhrasedTool[], other: PhrasedTool | undefined): void => {
    for (const one of alike) {
      const like = one === other ? alike.find((another) => another !== one) : other
      if (like !== undefined) found.set(one.tool.name, like.tool.name)
    }
  }
  const writes = tools.filter(({ tool }) => tool.effect !== 'read')
  for (const alike of groupBy(writes, ({ phrases }) => readHead(phrases)).values()) {
    // Of tools about one kind of thing, such as PUT and PATCH, only one is offered.
    const isAboutOne = alike.every(
      ({ tool }) => tool.entity !== undefined && tool.entity === alike[0]?.tool.entity,
    )
    if (alike.length > 1 && !isAboutOne) add(alike, alike[0])
  }
  const lists = tools.filter(({ phrases }) => phrases.things?.list !== undefined)
  for (const alike of groupBy(lists, ({ tool }) => tool.entity ?? '').values()) {
    const plain = alike.find(isPlainList)
    if (alike.length > 1)
      add(
        alike.filter((one) => !isPlainList(one)),
        plain ?? alike[0],
      )
  }
  return found
}
