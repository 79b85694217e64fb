import { DEFAULT_RUN, OUTPUT_DIR } from '../schema/run-basics.ts'
import type { PackageManager } from './project.ts'
import words from './workflow.json' with { type: 'json' }

/** How each package manager installs and runs, and the actions, by commit: a tag can be moved to other code. */
const { managers, actions } = words

export const findRunner = (manager: PackageManager): string => managers[manager].run

export const addCommand = (manager: PackageManager, packages: readonly string[]): string =>
  `${manager} ${manager === 'npm' ? 'install --save-dev' : 'add -D'} ${packages.join(' ')}`

/** Name of the workflow's file, by which a pull request finds the runs of the branch that it goes into. */
export const WORKFLOW_FILE = 'agent-regression.yml'

/** Writes how the agent's behaviour differs from the base branch. */
const compare = (run: string): string => `
base_run=$(gh run list --workflow ${WORKFLOW_FILE} --branch "$BASE" --event push --status completed --limit 1 --json databaseId --jq '.[].databaseId')
if [ -z "$base_run" ] || ! gh run download "$base_run" --name tracewright-run --dir base-run; then
  echo "No run of $BASE to compare with."
  exit 0
fi
${run} tracewright diff base-run/run.json ${DEFAULT_RUN} --github > diff.md
echo "has-diff=true" >> "$GITHUB_OUTPUT"`

/** Posts the difference once: the comment of an earlier push is found by its first line and written anew. */
const COMMENT = `
comments="repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments"
earlier=$(gh api --paginate "$comments" --jq '.[] | select(.user.login == "github-actions[bot]") | select(.body | startswith("<!-- tracewright diff -->")) | .id' | head -n 1)
if [ -n "$earlier" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$earlier" --field body=@diff.md --silent
else
  gh api --method POST "$comments" --field body=@diff.md --silent
fi`

const indentLines = (text: string, by: number): string =>
  text
    .trim()
    .split('\n')
    .map((line) => `${' '.repeat(by)}${line}`)
    .join('\n')

/**
 * A GitHub workflow that runs the suites on every pull request, and on the base branch so that there is something to
 * compare with; the difference is a comment on the pull request. A job of its own posts it: the one that runs the code
 * of the pull request may write nothing.
 *
 * @param keys Names of secrets that the agent's model needs
 */
export function writeWorkflow(
  manager: PackageManager,
  hasLockfile: boolean,
  keys: readonly string[],
): string {
  const { locked, fresh, run, setup } = managers[manager]
  const install = hasLockfile ? locked : fresh
  const setUp = setup === '' ? '' : `      - uses: ${setup}\n`
  const cache = hasLockfile && manager !== 'bun' ? `, cache: ${manager}` : ''
  const env = keys.map((key) => `          ${key}: \${{ secrets.${key} }}\n`).join('')
  return `name: agent regression
on:
  pull_request:
  push: { branches: [main, master] }

permissions:
  contents: read

concurrency:
  group: agent-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
  agent:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      contents: read
      actions: read # the run of the base branch
    outputs:
      has-diff: \${{ steps.compare.outputs.has-diff }}
    steps:
      - uses: ${actions.checkout}
        with: { persist-credentials: false }
${setUp}      - uses: ${actions.setupNode}
        with: { node-version: 22${cache} }
      - run: ${install}
      - run: ${run} vitest run
${env === '' ? '' : `        env:\n${env}`}      - run: ${run} tracewright report --github >> "$GITHUB_STEP_SUMMARY"
        if: always()
      - uses: ${actions.upload}
        if: always()
        with:
          name: tracewright-run
          path: ${OUTPUT_DIR}
          include-hidden-files: true
      - name: compare with the base branch
        id: compare
        if: always() && github.event_name == 'pull_request'
        env:
          GH_TOKEN: \${{ github.token }}
          GH_REPO: \${{ github.repository }}
          BASE: \${{ github.base_ref }}
        run: |
${indentLines(compare(run), 10)}
      - uses: ${actions.upload}
        if: always() && steps.compare.outputs.has-diff == 'true'
        with: { name: tracewright-diff, path: diff.md }

  # It runs no code of the pull request, so it may write. A pull request from a fork may not write comments.
  comment:
    needs: agent
    if: always() && needs.agent.outputs.has-diff == 'true' && !github.event.pull_request.head.repo.fork
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      pull-requests: write
    steps:
      - uses: ${actions.download}
        with: { name: tracewright-diff }
      - name: comment on how the agent behaves differently
        env:
          GH_TOKEN: \${{ github.token }}
          NUMBER: \${{ github.event.pull_request.number }}
        run: |
${indentLines(COMMENT, 10)}
`
}
