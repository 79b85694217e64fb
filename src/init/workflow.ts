import type { PackageManager } from './project.ts'

const INSTALL: Readonly<Record<PackageManager, readonly [locked: string, fresh: string]>> = {
  npm: ['npm ci', 'npm install'],
  pnpm: ['pnpm install --frozen-lockfile', 'pnpm install'],
  yarn: ['yarn install --immutable', 'yarn install'],
  bun: ['bun install --frozen-lockfile', 'bun install'],
}
const RUN: Readonly<Record<PackageManager, string>> = {
  npm: 'npx',
  pnpm: 'pnpm exec',
  yarn: 'yarn',
  bun: 'bunx',
}
const SETUP: Partial<Record<PackageManager, string>> = {
  pnpm: '      - uses: pnpm/action-setup@v4\n',
  bun: '      - uses: oven-sh/setup-bun@v2\n',
}

/** How a package manager runs what a package brings: `npx`, `pnpm exec`. */
export const runnerOf = (manager: PackageManager): string => RUN[manager]

/** Command that adds packages for development. */
export const addCommand = (manager: PackageManager, packages: readonly string[]): string =>
  `${manager} ${manager === 'npm' ? 'install --save-dev' : 'add -D'} ${packages.join(' ')}`

/** A GitHub workflow that runs the suites on every pull request. */
export function workflowOf(manager: PackageManager, hasLockfile: boolean, keys: readonly string[]): string {
  const install = INSTALL[manager][hasLockfile ? 0 : 1]
  const cache = hasLockfile && manager !== 'bun' ? `, cache: ${manager}` : ''
  const env = keys.map((key) => `          ${key}: \${{ secrets.${key} }}\n`).join('')
  return `name: agent regression
on: pull_request

permissions:
  contents: read

jobs:
  agent:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
${SETUP[manager] ?? ''}      - uses: actions/setup-node@v4
        with: { node-version: 22${cache} }
      - run: ${install}
      - run: ${RUN[manager]} vitest run
${env === '' ? '' : `        env:\n${env}`}      - run: ${RUN[manager]} tracewright report --github >> "$GITHUB_STEP_SUMMARY"
        if: always()
`
}
