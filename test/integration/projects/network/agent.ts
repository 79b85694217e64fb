import http from 'node:http'
import https from 'node:https'
import { defineAgentRun } from './clients.ts'

export default { name: 'caller', run: defineAgentRun({ http, https }) }
