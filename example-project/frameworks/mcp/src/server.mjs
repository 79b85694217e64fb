/** The issue tracker as an MCP server over stdio, with its records in this process. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const project = z.object({
  id: z.string(),
  name: z.string(),
  member_id: z.string().describe('id of the member who leads it'),
  release_date: z.iso.date().describe('release date'),
  budget: z.number().describe('budget in euros'),
  phase: z.enum(['planning', 'building', 'maintenance']),
})
const issue = z.object({
  id: z.string(),
  title: z.string(),
  project_id: z.string(),
  member_id: z.string().describe('id of the member it is assigned to'),
  estimate: z.number().describe('estimate in hours'),
  status: z.enum(['open', 'blocked', 'closed']),
})
const member = z.object({
  id: z.string(),
  name: z.string().describe('full name'),
  email: z.email(),
  phone: z.string().describe('phone number'),
  joined: z.iso.date().describe('day of joining'),
  capacity: z.number().describe('capacity in hours'),
})
const comment = z.object({ id: z.string(), issue_id: z.string(), text: z.string() })

const issue_id = z.string().describe('id of the issue')
const project_id = z.string().describe('id of the project')
const member_id = z.string().describe('id of the member')

const records = {
  projects: [
    {
      id: 'project-1',
      name: 'Atlas',
      member_id: 'member-1',
      release_date: '2027-03-01',
      budget: 8200,
      phase: 'building',
    },
  ],
  issues: [
    {
      id: 'issue-1',
      title: 'Map is blank',
      project_id: 'project-1',
      member_id: 'member-1',
      estimate: 6.5,
      status: 'open',
    },
  ],
  members: [
    {
      id: 'member-1',
      name: 'Tomas Lind',
      email: 'tomas@example.com',
      phone: '+46 8 555 0117',
      joined: '2024-09-02',
      capacity: 30,
    },
  ],
  comments: [],
}

function one(kind, id) {
  const found = records[kind].find((record) => record.id === id)
  if (found === undefined) throw new Error(`There is nothing with the id ${id} among the ${kind}.`)
  return found
}
function add(kind, fields) {
  const added = { id: `${kind}-${records[kind].length + 1}`, ...fields }
  records[kind].push(added)
  return added
}
const where = (kind, fields) =>
  records[kind].filter((record) =>
    Object.entries(fields).every(([key, value]) => value === undefined || record[key] === value),
  )

const read = { readOnlyHint: true }
const TOOLS = {
  list_projects: {
    title: 'List the projects',
    inputSchema: { name: z.string().optional().describe('name of the project') },
    outputSchema: { projects: z.array(project) },
    annotations: read,
    call: (args) => ({ projects: where('projects', args) }),
  },
  get_project: {
    title: 'Look up a project',
    inputSchema: { project_id },
    outputSchema: project.shape,
    annotations: read,
    call: (args) => one('projects', args.project_id),
  },
  list_issues: {
    title: 'List the issues',
    inputSchema: { status: z.enum(['open', 'blocked', 'closed']).optional() },
    outputSchema: { issues: z.array(issue) },
    annotations: read,
    call: (args) => ({ issues: where('issues', args) }),
  },
  get_issue: {
    title: 'Look up an issue',
    inputSchema: { issue_id },
    outputSchema: issue.shape,
    annotations: read,
    call: (args) => one('issues', args.issue_id),
  },
  list_members: {
    title: 'List the members of the team',
    inputSchema: { name: z.string().optional().describe('full name of the member') },
    outputSchema: { members: z.array(member) },
    annotations: read,
    call: (args) => ({ members: where('members', args) }),
  },
  get_member: {
    title: 'Look up a member of the team',
    inputSchema: { member_id },
    outputSchema: member.shape,
    annotations: read,
    call: (args) => one('members', args.member_id),
  },
  create_issue: {
    title: 'Create an issue',
    inputSchema: { project_id, member_id, title: z.string().describe('title') },
    outputSchema: issue.shape,
    call: (args) => add('issues', { ...args, estimate: 1, status: 'open' }),
  },
  update_issue: {
    title: 'Assign an issue',
    inputSchema: { issue_id, member_id: member_id.describe('id of the new member') },
    outputSchema: issue.shape,
    annotations: { idempotentHint: true },
    call: ({ issue_id: id, ...fields }) => Object.assign(one('issues', id), fields),
  },
  add_comment: {
    title: 'Add a comment to an issue',
    inputSchema: { issue_id, text: z.string().describe('text of the comment') },
    outputSchema: comment.shape,
    call: (args) => add('comments', args),
  },
}

const server = new McpServer({ name: 'issue-tracker', version: '1.0.0' })
for (const [name, { call, ...tool }] of Object.entries(TOOLS))
  server.registerTool(name, tool, (args) => {
    const structuredContent = call(args)
    return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] }
  })
await server.connect(new StdioServerTransport())
