export { adoptServer } from './server.ts'
