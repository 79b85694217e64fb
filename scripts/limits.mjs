/** Numbers that are measured and held to the limits of a JSON file. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Names of the numbers that have no limit, or are over it by more than the slack: 1.1 lets them rise by a tenth. */
export const findOverLimit = (measured, limits, slack) =>
  Object.keys(measured).filter((name) => limits[name] === undefined || measured[name] > limits[name] * slack)

const formatNumber = (value) => value?.toLocaleString('en', { maximumFractionDigits: 2 }) ?? 'none'

/**
 * Prints numbers beside their limits and exits with 1 where one is over. `--update` writes them as the limits, so that a
 * review sees one that rises. `--markdown` prints a table for a pull request.
 *
 * @param file JSON file of the limits
 * @param command What runs the measure, for the advice
 */
export function holdToLimits(measured, { file, slack, command }) {
  const limits = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  if (process.argv.includes('--update')) {
    writeFileSync(file, `${JSON.stringify({ ...limits, ...measured }, null, 2)}\n`)
    return
  }
  const isMarkdown = process.argv.includes('--markdown')
  const rows = Object.entries(measured).map(([name, value]) => [
    name,
    formatNumber(value),
    formatNumber(limits[name]),
  ])
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, now, limit]) =>
    isMarkdown
      ? `| ${name} | ${now} | ${limit} |`
      : `${name.padEnd(width)} ${now.padStart(9)} ${limit.padStart(9)}`,
  )
  const over = findOverLimit(measured, limits, slack)
  const advice = `\nOver the limit of scripts/${basename(file)}: ${over.join(', ')}. Take away what is not needed, or run ${command} -- --update and say why.`
  process.stdout.write(
    [
      ...(isMarkdown ? ['| | now | limit |\n|---|--:|--:|'] : []),
      ...lines,
      ...(over.length > 0 ? [advice] : []),
      '',
    ].join('\n'),
  )
  if (over.length > 0) process.exitCode = 1
}
