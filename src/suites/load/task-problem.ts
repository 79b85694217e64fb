/** What is wrong with a task: the path of the field, empty where the task as a whole is meant. */
export interface TaskProblem {
  field: string
  message: string
}
