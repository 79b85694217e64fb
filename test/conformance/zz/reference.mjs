export * from '../../../src/tasks/reference/markers.ts'
