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

/** Name of the workflow's file, by which a pull request finds the runs of the branch that it goes into. */
export const WORKFLOW_FILE = 'agent-regression.yml'

/**
 * Posts how the agent's behaviour differs from the base branch, once: the comment of an earlier push is found by its
 * first line and written anew. Without a run of the base branch there is nothing to compare with, which is no failure.
 */
const comment = (run: string): string => `
base_run=$(gh run list --workflow ${WORKFLOW_FILE} --branch "$BASE" --event push --status completed --limit 1 --json databaseId --jq '.[].databaseId')
if [ -z "$base_run" ] || ! gh run download "$base_run" --name tracewright-run --dir base-run; then
  echo "There is no run of $BASE to compare with."
  exit 0
fi
${run} tracewright diff base-run/run.json .vitest/tracewright/run.json --github > diff.md
comments="repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments"
earlier=$(gh api --paginate "$comments" --jq '.[] | select(.user.login == "github-actions[bot]") | select(.body | startswith("<!-- tracewright diff -->")) | .id' | head -n 1)
if [ -n "$earlier" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$earlier" --field body=@diff.md --silent
else
  gh api --method POST "$comments" --field body=@diff.md --silent
fi`

const indented = (text: string, by: number): string =>
  text
    .trim()
    .split('\n')
    .map((line) => `${' '.repeat(by)}${line}`)
    .join('\n')

/**
 * A GitHub workflow that runs the suites on every pull request, and on the base branch so that there is something to
 * compare with; the difference is a comment on the pull request.
 *
 * @param keys Names of secrets that the agent's model needs
 */
export function workflowOf(manager: PackageManager, hasLockfile: boolean, keys: readonly string[]): string {
  const install = INSTALL[manager][hasLockfile ? 0 : 1]
  const cache = hasLockfile && manager !== 'bun' ? `, cache: ${manager}` : ''
  const env = keys.map((key) => `          ${key}: \${{ secrets.${key} }}\n`).join('')
  return `name: agent regression
on:
  pull_request:
  push: { branches: [main, master] }

permissions:
  contents: read
  actions: read # the run of the base branch
  pull-requests: write # the comment

concurrency:
  group: agent-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
  agent:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v4
${SETUP[manager] ?? ''}      - uses: actions/setup-node@v4
        with: { node-version: 22${cache} }
      - run: ${install}
      - run: ${RUN[manager]} vitest run
${env === '' ? '' : `        env:\n${env}`}      - run: ${RUN[manager]} tracewright report --github >> "$GITHUB_STEP_SUMMARY"
        if: always()
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: tracewright-run
          path: .vitest/tracewright
          include-hidden-files: true
      # A pull request from a fork may not write comments.
      - name: comment on how the agent behaves differently
        if: always() && github.event_name == 'pull_request' && !github.event.pull_request.head.repo.fork
        env:
          GH_TOKEN: \${{ github.token }}
          GH_REPO: \${{ github.repository }}
          BASE: \${{ github.base_ref }}
          NUMBER: \${{ github.event.pull_request.number }}
        run: |
${indented(comment(RUN[manager]), 10)}
`
}
