import type {
  AttemptDetail,
  Plan,
  ReportAttempt,
  ReportData,
  ReportResult,
  ReportTask,
} from '../../schema/report.ts'

/** An attempt without what only its own view shows. */
export type PageAttempt = Omit<ReportAttempt, 'detail'>
export type PageResult = Omit<ReportResult, 'attempts'> & { attempts: PageAttempt[] }
export type PageTask = Omit<ReportTask, 'plans' | 'results'> & {
  planTools: string[][]
  results: PageResult[]
}

/** What the page needs from the start: all but the plans of tasks and the details of attempts. */
export type PageData = Omit<ReportData, 'tasks'> & { tasks: PageTask[] }

/** What only the view of a task shows. */
export interface TaskDetails {
  plans: Plan[]
  attempts: AttemptDetail[][]
}

const bare = ({ detail: _, ...attempt }: ReportAttempt): PageAttempt => attempt

export const pageParts = (data: ReportData): { page: PageData; details: TaskDetails[] } => ({
  page: {
    ...data,
    tasks: data.tasks.map(({ plans, ...task }) => ({
      ...task,
      planTools: plans.map(({ steps }) => steps.map(({ tool_name }) => tool_name)),
      results: task.results.map((result) => ({ ...result, attempts: result.attempts.map(bare) })),
    })),
  },
  details: data.tasks.map(({ plans, results }) => ({
    plans,
    attempts: results.map(({ attempts }) => attempts.map(({ detail }) => detail)),
  })),
})
