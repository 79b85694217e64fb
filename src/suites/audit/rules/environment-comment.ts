import type { AuditRule } from '../rule.ts'

/** What Vitest takes for a comment of its own wherever it stands in a test module, and a suite is one. */
const ENVIRONMENT_COMMENT = /@(?:vitest|jest)-environment(?:-options)?\b/

export const environmentComment: AuditRule = {
  name: 'environment-comment',
  holds: 'no prompt contains a comment that selects a Vitest environment',
  needsReferenceRun: false,
  visit({ task }) {
    const found = ENVIRONMENT_COMMENT.exec(task.prompt)
    if (found === null) return []
    return [
      `the prompt holds "${found[0]}", which Vitest takes for a comment; write the "@" as \\u0040 in the line`,
    ]
  },
}
