import { expect, it } from 'vitest'
import { projectOf } from '../support/run-vitest.ts'

/** Resolves when a condition holds; the test's own time limit ends the waiting. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50))
}

it('watch mode runs a suite again when it changes', async () => {
  const project = projectOf('basic')
  const child = project.start(['--watch'], { CI: '' })
  let text = ''
  child.stdout?.on('data', (chunk) => (text += chunk))
  try {
    const runs = (): number => text.split('overall').length - 1
    await until(() => runs() === 1 && text.includes('Waiting for file changes'))
    const lines = project.read('tasks.suite.jsonl').split('\n')
    project.write('tasks.suite.jsonl', lines.filter((line) => !line.includes('L0_email')).join('\n'))
    await until(() => runs() === 2)
    expect(project.run().cases.map(({ task_id }) => task_id)).not.toContain('L0_email')
    expect(project.run().cases.find(({ task_id }) => task_id === 'L1_convert')?.line).toBe(2)
  } finally {
    child.kill('SIGKILL')
  }
})
