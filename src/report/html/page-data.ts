import type {
  AttemptDetail,
  ReportAttempt,
  ReportData,
  ReportResult,
  ReportTask,
} from '../../schema/report.ts'

/** An attempt without what only its own view shows. */
export type PageAttempt = Omit<ReportAttempt, 'detail'>
export type PageResult = Omit<ReportResult, 'attempts'> & { attempts: PageAttempt[] }
export type PageTask = Omit<ReportTask, 'results'> & { results: PageResult[] }

/** What the page needs from the start: all but the details of attempts. */
export type PageData = Omit<ReportData, 'tasks'> & { tasks: PageTask[] }

export type TaskDetails = AttemptDetail[][]

const bare = ({ detail: _, ...attempt }: ReportAttempt): PageAttempt => attempt

/** Parts a report into what a page reads at once, and what it reads when a task is opened, by task. */
export const pageParts = (data: ReportData): { page: PageData; details: TaskDetails[] } => ({
  page: {
    ...data,
    tasks: data.tasks.map((task) => ({
      ...task,
      results: task.results.map((result) => ({ ...result, attempts: result.attempts.map(bare) })),
    })),
  },
  details: data.tasks.map(({ results }) =>
    results.map(({ attempts }) => attempts.map(({ detail }) => detail)),
  ),
})
