import { existsSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Command } from 'commander'
import { listCassettes } from '../../network/cassettes/stale.ts'
import type { Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { loadSuite } from '../../suites/load/load.ts'
import { printJson, printText } from '../output.ts'

interface Options {
  prune?: boolean
  json?: boolean
}

const loadTasks = (suite: string): Task[] => loadSuite(suite).map(({ task }) => task)

export const addCassettes = (program: Command): Command =>
  program
    .command('cassettes')
    .description('list recorded model replies; --prune deletes stale ones')
    .argument('[folder]', 'where to look, with all folders in it', '.')
    .option('--prune', 'delete stale replies')
    .action((folder: string, { prune = false, json }: Options) => {
      if (!existsSync(folder)) {
        throw new TracewrightError(
          `Failed to list cassettes: the folder ${folder} is missing. Name a folder that holds suites.`,
        )
      }
      const cassettes = listCassettes(resolve(folder), loadTasks).map(({ file, ...rest }) => ({
        file: relative('.', file),
        ...rest,
      }))
      const stale = cassettes.filter((one) => one.stale !== undefined)
      if (prune) for (const { file } of stale) rmSync(file)
      if (!prune && stale.length > 0) process.exitCode = 1
      if (json) return printJson({ cassettes, stale: stale.length, pruned: prune ? stale.length : 0 })
      for (const { file, requests, stale: why } of cassettes)
        printText(`${file}: ${requests} requests${why === undefined ? '' : `, stale: ${why}`}`)
      const rest = prune ? `${stale.length} deleted` : `${stale.length} stale`
      printText(
        `${cassettes.length} cassettes, ${rest}${!prune && stale.length > 0 ? '; --prune deletes them' : ''}`,
      )
    })
