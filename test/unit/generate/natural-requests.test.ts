import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/shared/json.ts'
import { createRng } from '../../../src/shared/rng.ts'
import { generateSuite } from '../../../src/suites/generate/generate-suite.ts'
import { createOwnPatterns } from '../../../src/suites/generate/own/patterns.ts'
import { fillClause, mentionsOf } from '../../../src/suites/generate/phrasebook/clause.ts'
import { readToolkitPhrases } from '../../../src/suites/generate/phrasebook/toolkit-phrases.ts'
import { writeExtremes } from '../../../src/tools/content/requests.ts'
import { simulatorsOfToolkit } from '../../../src/tools/imported/simulate/simulators.ts'
import { drawText } from '../../../src/tools/imported/simulate/texts.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import { Draw } from '../../../src/tools/world/draw.ts'
import {
  buildObjectSchema,
  buildOperation,
  buildParameters,
  createAnswerer,
  integer,
  list,
  openApi,
  readField,
  text,
} from '../../support/open-api.ts'

const number = (example: number): JsonObject => ({ type: 'integer', examples: [example] })
const moment = { type: 'string', format: 'date-time' }
const say = (summary: string, operation: JsonObject): JsonObject => ({ ...operation, summary })

const account = buildObjectSchema({
  ican: { ...number(42), description: 'the number of the account' },
  name: text,
  balance: { type: 'number', maximum: 9000 },
  cnsc: { type: 'string', examples: ['232221'] },
  colour: { type: 'string', examples: ['ORANGE'], description: 'Internal Use' },
})
const cardSchema = buildObjectSchema({
  cardId: number(51),
  eurIcan: number(2150),
  firstName: text,
  dateCreated: moment,
  dateCompletion: moment,
  lastUpdated: moment,
  ticketNumber: number(4711),
  seats: number(12),
  label: text,
})
const card = { $ref: '#/components/schemas/Card' }
const debit = buildObjectSchema({
  directDebitUuid: text,
  amount: number(100),
  publishedAt: moment,
  publishedTimestamp: moment,
})
const payment = buildObjectSchema(
  {
    amount: { type: 'number' },
    icanTo: number(7),
    reason: text,
    type: text,
    carrier: { type: 'integer', enum: [1, 2, 3] },
    cardName: text,
    image: { type: 'string', examples: ['iVBORw0KGgo'.repeat(9)] },
  },
  [],
)

const { toolkit } = openApi(
  {
    '/accounts': { get: say('List accounts', buildOperation('listAccounts', list(account))) },
    '/accounts/{ican}': {
      ...buildParameters({ ican: number(42) }),
      get: buildOperation('getAccount', account),
    },
    '/cards': { get: say('List the cards of a EUR account', buildOperation('listCards', list(card))) },
    '/cards/latest': { get: say('List the latest cards', buildOperation('listLatestCards', list(card))) },
    '/cards/{cardId}': { ...buildParameters({ cardId: number(51) }), get: buildOperation('getCard', card) },
    '/cards/{cardId}/payments': {
      ...buildParameters({ cardId: number(51) }),
      post: say('Add a payment and returns the new one', buildOperation('addPayment', undefined, payment)),
    },
    ...Object.fromEntries(
      ['fast', 'slow'].map((way) => [
        `/${way}/transfers`,
        {
          post: say(
            'Make a transfer',
            buildOperation(`send_${way}`, undefined, buildObjectSchema({ amount: { type: 'number' } })),
          ),
        },
      ]),
    ),
    '/directdebits/{directDebitUuid}': {
      ...buildParameters({ directDebitUuid: text }),
      get: say('Details of a direct debit', buildOperation('getDirectDebit', debit)),
    },
    '/directdebits/{directDebitUuid}/reject': {
      ...buildParameters({ directDebitUuid: text }),
      post: say('Reject a direct debit payment', buildOperation('rejectDirectDebit')),
    },
    ...Object.fromEntries(
      ['bank', 'internal'].map((kind) => [
        `/batches/{batchId}/${kind}transfers/{itemId}`,
        {
          ...buildParameters({ batchId: text, itemId: text }),
          delete: say(`Delete a ${kind} transfer`, buildOperation(`delete_${kind}`)),
        },
      ]),
    ),
  },
  { components: { schemas: { Card: cardSchema } } },
)
const { phrases, lacks } = readToolkitPhrases(toolkit)
const find = (name: string) => phrases.find(({ tool }) => tool === name)
const draw = (name: string): JsonObject[] =>
  Array.from({ length: 40 }, (_, i) => find(name)?.draw(createRng(i, name)) ?? {})
const requestsOf = (name: string): string[] => {
  const known = find(name)
  if (known === undefined) return []
  return draw(name).map((args) => fillClause(known.asks[0] ?? '', mentionsOf(known, args)))
}
const labelsOf = (name: string) => find(name)?.things?.shown.map(({ label }) => label)

describe('what requests call things and fields', () => {
  test('the id of another thing is no quantity, whatever it is called', () => {
    const field = find('getCard')?.things?.shown.find(({ at }) => at === '/eurIcan')
    expect(field).toMatchObject({ label: 'EUR account', refers: 'Account' })
    expect(field).not.toHaveProperty('order')
  })

  test('things are put in order by what counts something, not by what numbers them', () => {
    const ordered = find('getCard')?.things?.shown.filter(({ order }) => order === 'number')
    expect(ordered?.map(({ label }) => label)).toEqual(['seats'])
    expect(labelsOf('getCard')).toContain('ticket number')
  })

  test('a description is a label only if it names what the name does, and a word of no text is not asked for', () => {
    expect(labelsOf('getAccount')).toEqual(['name', 'balance', 'colour'])
  })

  test('words are those of the document, once and in order', () => {
    expect(labelsOf('getCard')).toEqual(
      expect.arrayContaining(['last update time', 'date created', 'completion date']),
    )
    expect(find('getDirectDebit')?.things?.noun).toBe('direct debit')
    expect(writeExtremes('date', 'last update time')).toEqual([
      'earliest last update time',
      'latest update time',
    ])
  })

  test('the role name of a user does not name the user', () => {
    const make = (name: string): string => {
      const draw = new Draw(7, 'names', [name])
      return drawText(text, name, `/${name}`, {
        draw,
        owner: 'User',
        place: 1,
        of: 9,
        now: 0,
        idOf: () => '',
      })
    }
    expect(make('name')).toContain(' ')
    expect(make('roleName')).not.toContain(' ')
  })

  test('an id begins with what it is the id of', () => {
    for (const request of requestsOf('rejectDirectDebit'))
      expect(request).toMatch(/^reject directdebit-\d{4}$/)
  })

  test('a card is not called by the first name of a person', () => {
    expect(toolkit.entities.Card?.key).toBe('label')
  })
})

describe('what requests for a write say', () => {
  test('where a payment goes, and at least two values of it, but no type that nobody named', () => {
    const requests = requestsOf('addPayment')
    for (const request of requests) expect(request).toMatch(/^add a payment for card/)
    expect(requests.some((request) => / to account \d{4}/.test(request))).toBe(true)
    for (const args of draw('addPayment')) {
      expect(Object.keys(args).filter((name) => name !== 'cardId').length).toBeGreaterThan(0)
      expect(args).not.toHaveProperty('type')
      expect(args).not.toHaveProperty('carrier')
      expect(args).not.toHaveProperty('cardName')
      expect(args).not.toHaveProperty('image')
    }
  })

  test('of which kind the thing is that is removed', () => {
    for (const request of requestsOf('delete_bank'))
      expect(request).toMatch(/^delete bank transfer item-\d+ from batch-\d+$/)
    for (const request of requestsOf('delete_internal'))
      expect(request).toMatch(/^delete internal transfer item-\d+ from/)
  })

  test('nothing that could be said of two tools, and a part of a list is not taken for all', () => {
    expect([...lacks].filter(([, { lacks: why }]) => why.startsWith('its request would be that of'))).toEqual(
      [
        ['send_fast', expect.objectContaining({ lacks: expect.stringContaining('"send_slow"') })],
        ['send_slow', expect.objectContaining({ lacks: expect.stringContaining('"send_fast"') })],
        ['listLatestCards', expect.objectContaining({ lacks: expect.stringContaining('"listCards"') })],
      ],
    )
  })
})

test('two fields that one request asks for share no word, and one field of several things is in the plural', () => {
  const tools = { registry: registryOf(simulatorsOfToolkit(toolkit)), phrases, lacks }
  const counts = { L0_node: 16, L1_chain: 0, L2_parallel: 12, L3_dag: 0 }
  const prompts = [...generateSuite({ seed: 3, counts, tools, upTo: true, vet: false })].map(
    ({ prompt }) => prompt,
  )
  expect(prompts.some((prompt) => prompt.includes('publication time'))).toBe(true)
  for (const prompt of prompts) expect(prompt).not.toMatch(/publication time and|timestamp and/)
  expect(
    prompts.some((prompt) => /the (?:names|balances|colours) of account \d+ and account/.test(prompt)),
  ).toBe(true)
})

describe('what a document of other habits is read as', () => {
  const inPaths = { recipeId: integer, noteId: integer }
  const noteSchema = buildObjectSchema(
    {
      ID: integer,
      RecipeID: integer,
      VariantOfRecipeID: integer,
      dtDate: moment,
      UsedDT: moment,
      Used: moment,
      Notes: text,
    },
    [],
  )
  const recipeSchema = buildObjectSchema({ RecipeID: integer, Title: text, Cuisine: text })
  const messageSchema = buildObjectSchema({
    id: text,
    phoneNumber: text,
    price: { type: 'number', maximum: 90 },
    status: text,
  })
  const chatSchema = buildObjectSchema({
    id: text,
    lastMessage: { $ref: '#/components/schemas/Message' },
    phoneNumber: buildObjectSchema({ number: text }),
  })
  const schemas = {
    'Api.Models.RecipeInfo': recipeSchema,
    'Api.Models.RecipeResponse': {
      ...recipeSchema,
      properties: { ...(recipeSchema.properties as JsonObject), Video: text },
    },
    Message: messageSchema,
  }
  const refer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
  const { toolkit } = openApi(
    {
      '/recipe': { post: buildOperation('addRecipe', refer('Api.Models.RecipeInfo'), recipeSchema) },
      '/recipe/{id}': {
        ...buildParameters({ id: integer }),
        get: buildOperation('getRecipe', refer('Api.Models.RecipeInfo')),
      },
      '/recipes/{id}': {
        ...buildParameters({ id: integer }),
        get: buildOperation('getFullRecipe', refer('Api.Models.RecipeResponse')),
      },
      '/recipe/{recipeId}/note': {
        ...buildParameters({ recipeId: integer }),
        get: buildOperation('listNotes', list(noteSchema)),
        post: say('Add a note', buildOperation('addNote', noteSchema, noteSchema)),
      },
      '/recipe/{recipeId}/note/{noteId}': {
        ...buildParameters(inPaths),
        get: buildOperation('getNote', noteSchema),
        put: buildOperation('updateNote', noteSchema, noteSchema),
      },
      '/recipe/step/saved': {
        post: say(
          'Gets a recipe step',
          buildOperation('savedStep', undefined, buildObjectSchema({ stepName: text })),
        ),
      },
      '/recipe/step': {
        post: say(
          'Stores step number and returns saved step data',
          buildOperation('storeStep', undefined, buildObjectSchema({ stepName: text })),
        ),
      },
      '/chats': { get: buildOperation('listChats', list(chatSchema)) },
      '/chats/{chatId}': { ...buildParameters({ chatId: text }), get: buildOperation('getChat', chatSchema) },
      '/messages': {
        get: buildOperation('listMessages', list(refer('Message'))),
        post: say(
          'Send messages',
          buildOperation(
            'sendMessages',
            refer('Message'),
            buildObjectSchema({ price: { type: 'number', maximum: 90 }, chatIds: list(text) }, []),
          ),
        ),
      },
      '/messages/{messageId}': {
        ...buildParameters({ messageId: text }),
        get: buildOperation('getMessage', refer('Message')),
      },
      '/labels': {
        get: buildOperation('listLabels', list(buildObjectSchema({ id: text, name: text }))),
        post: buildOperation(
          'addLabel',
          buildObjectSchema({ id: text, name: text }),
          buildObjectSchema(
            {
              name: text,
              label: { ...text, examples: ['x'] },
              type: { type: 'string', enum: ['COLOUR', 'PLAIN'] },
            },
            ['name'],
          ),
        ),
      },
      '/labels/{labelId}': { ...buildParameters({ labelId: text }), delete: buildOperation('removeLabel') },
    },
    { components: { schemas } },
  )
  const { phrases, lacks } = readToolkitPhrases(toolkit)
  const things = (name: string) => phrases.find(({ tool }) => tool === name)?.things
  const labels = (name: string) => things(name)?.shown.map(({ label }) => label)
  const drawMany = (name: string) =>
    Array.from({ length: 30 }, (_, i) =>
      Object.keys(phrases.find(({ tool }) => tool === name)?.draw(createRng(i, name)) ?? {}),
    ).flat()
  const answer = createAnswerer(toolkit)

  test('a record says of what its path names what the path says', () => {
    const notes = readField(answer('listNotes', { recipeId: 1210 }), 'items')
    expect(new Set((notes as JsonObject[]).map(({ RecipeID }) => RecipeID))).toEqual(new Set([1210]))
    const noteId = readField(notes, '0', 'ID') as number
    expect(answer('getNote', { recipeId: 1210, noteId })).toMatchObject({ RecipeID: 1210 })
    expect(answer('addNote', { recipeId: 1210, Notes: 'x' })).toMatchObject({ RecipeID: 1210 })
    expect(labels('getNote')).not.toContain('recipe')
    expect(drawMany('updateNote')).not.toContain('RecipeID')
    expect(drawMany('addNote')).not.toContain('RecipeID')
  })

  test('paths that differ in the number of a noun alone reach the same things, and a dotted name is its last word', () => {
    expect(Object.keys(toolkit.entities)).toContain('Recipe')
    expect(Object.keys(toolkit.entities).filter((name) => /\.|Response/.test(name))).toEqual([])
    const made = answer('addRecipe', { Title: 'Soup', Cuisine: 'Thai', RecipeID: 7 })
    const id = readField(made, 'RecipeID') as number
    expect(answer('getRecipe', { id })).toMatchObject({ Title: 'Soup' })
    expect(answer('getFullRecipe', { id })).toMatchObject({ Title: 'Soup', Video: expect.any(String) })
    expect(things('getFullRecipe')?.taken.id?.noun).toBe('recipe')
  })

  test('a mark of a type is not said, nor what says nothing without a noun behind it, nor the notes of a note', () => {
    expect(labels('getNote')).toEqual(['date'])
  })

  test('a look-up by POST is no write, and what a write returns is not part of it', () => {
    expect(lacks.get('savedStep')?.lacks).toContain('like a read')
    expect(phrases.find(({ tool }) => tool === 'storeStep')?.asks[0]).toMatch(/^store a step number\[/)
  })

  test('fields of a thing in another are named with it, unless both have one of that name', () => {
    expect(labels('getChat')).toEqual(['price of the last message'])
    expect(things('listChats')?.shown.every(({ isOthers }) => isOthers)).toBe(true)
    const tools = { registry: registryOf(simulatorsOfToolkit(toolkit)), phrases, lacks }
    const found = [...createOwnPatterns(phrases, tools.registry).families].map(({ key }) => key)
    expect(found).toContain('find_listMessages')
    expect(found).not.toContain('find_listChats')
  })

  test('what is sent to a list of things nobody can name is not asked for, nor a kind that a new thing need not have', () => {
    expect(lacks.get('sendMessages')?.lacks).toContain('"chatIds"')
    expect(drawMany('addLabel')).toContain('name')
    expect(drawMany('addLabel')).not.toContain('type')
  })

  test('two values that are called the same are not stated, nor a label of a label', () => {
    expect(drawMany('updateNote')).toContain('dtDate')
    expect(drawMany('updateNote').filter((name) => name.startsWith('Used'))).toEqual([])
    expect(drawMany('addLabel')).not.toContain('label')
  })

  test('a field of several things within others is in the plural with what it lies in', () => {
    const tools = { registry: registryOf(simulatorsOfToolkit(toolkit)), phrases, lacks }
    const counts = { L0_node: 0, L1_chain: 0, L2_parallel: 12, L3_dag: 0 }
    const prompts = [...generateSuite({ seed: 3, counts, tools, upTo: true, vet: false })].map(
      ({ prompt }) => prompt,
    )
    expect(prompts.join()).toMatch(/the prices of the last messages of chat-\d+/)
  })
})

describe('what a document with parts of things and doubled parameters is read as', () => {
  const vehicleId = { vehicleId: text }
  const money = { type: 'number', maximum: 900 }
  const vehicleSchema = buildObjectSchema({
    id: text,
    information: buildObjectSchema({ id: text, name: text, phone: text }),
    driver: text,
  })
  const domainSchema = buildObjectSchema({
    domainName: text,
    buyerIp: { ...text, format: 'ipv4' },
    expiresAfter: moment,
    deactivatedAt: moment,
    latitude: { type: 'number' },
  })
  const ownerSchema = buildObjectSchema({ id: text, holder: buildObjectSchema({ name: text, phone: text }) })
  const act = (path: string, summary: string, name: string, body?: JsonObject): JsonObject => ({
    [`/vehicles/{vehicleId}/${path}`]: {
      ...buildParameters(vehicleId),
      post: say(summary, buildOperation(name, undefined, body)),
    },
  })
  const paths: JsonObject = {
    '/vehicles': { get: say('List vehicles', buildOperation('listVehicles', list(vehicleSchema))) },
    '/vehicles/{vehicleId}': {
      ...buildParameters(vehicleId),
      get: say('Get vehicle', buildOperation('getVehicle', vehicleSchema)),
    },
    '/vehicles/{vehicleId}/odometer': {
      ...buildParameters(vehicleId),
      get: buildOperation('getOdometer', buildObjectSchema({ price: money, odometerDate: moment })),
    },
    '/vehicles/{vehicleId}/smart-charging-policy': {
      ...buildParameters(vehicleId),
      put: say(
        'Update Vehicle Smart Charging Policy',
        buildOperation('updatePolicy', undefined, buildObjectSchema({ budget: money })),
      ),
    },
    '/vehicles/{vehicleId}/renew': {
      ...buildParameters(vehicleId),
      put: say('Edit vehicle renew state', buildOperation('editRenewState')),
    },
    ...act('watch', 'Start Watching Vehicle', 'watchVehicle'),
    ...act('log', 'Creates or updates a log', 'putLog', buildObjectSchema({ title: text })),
    ...act(
      'refunds',
      'Create refund for vehicle',
      'createRefund',
      buildObjectSchema({ amount: money, total_amount: money, amount_net: money, reason: text }, []),
    ),
    ...act('keys', 'Add an SSL key for vehicle', 'addKey', buildObjectSchema({ title: text })),
    '/users': { get: buildOperation('listUsers', list(buildObjectSchema({ id: text, name: text }))) },
    '/users/{userId}': {
      ...buildParameters({ userId: text }),
      get: buildOperation('getUser', buildObjectSchema({ id: text, name: text, lastLogin: moment })),
    },
    '/moderation/ban': {
      post: say(
        'Ban a user',
        buildOperation('ban', undefined, buildObjectSchema({ target_user_id: text, reason: text })),
      ),
    },
    '/orders/{orderId}': {
      ...buildParameters({ orderId: text }),
      get: buildOperation('getOrder', buildObjectSchema({ id: text, total: money })),
      patch: say(
        'Update an order',
        buildOperation(
          'updateOrder',
          buildObjectSchema({ id: text, total: money, backupUserId: text }),
          buildObjectSchema({ total: money, backupUserId: text }),
        ),
      ),
    },
    '/series/{seriesId}/members': {
      ...buildParameters({ seriesId: text }),
      get: buildOperation('listMembers', list(buildObjectSchema({ memberId: text, name: text }))),
    },
    '/series/{seriesId}/members/{memberId}': {
      ...buildParameters({ seriesId: text, memberId: text }),
      get: buildOperation(
        'getMember',
        buildObjectSchema({ memberId: text, name: text, phone: text, oBalance: money }),
      ),
      delete: {
        operationId: 'removeMember',
        responses: { 200: { description: 'ok' } },
        parameters: [{ name: 'timestamp', in: 'query', required: true, schema: moment }],
      },
    },
    '/series/{seriesId}/members/{memberId}/badges/award': {
      ...buildParameters({ seriesId: text, memberId: text }),
      post: say('Award a badge to a member in a series', buildOperation('awardBadge')),
    },
    '/series/{seriesId}/members/{memberId}/move': {
      ...buildParameters({ seriesId: text, memberId: text }),
      post: say(
        'Move a member',
        buildOperation(
          'moveMember',
          undefined,
          buildObjectSchema({ from_series_id: text, to_series_id: text }),
        ),
      ),
    },
    '/series/{seriesId}/members/{memberId}/progress': {
      ...buildParameters({ seriesId: text, memberId: text }),
      get: buildOperation('getProgress', buildObjectSchema({ phone: text, price: money })),
    },
    '/series/{seriesId}/members/{memberId}/notes/{noteId}': {
      ...buildParameters({ seriesId: text, memberId: text, noteId: text }),
      delete: say('Remove a note', buildOperation('removeNote')),
    },
    '/users/export': {
      post: say(
        'Export users',
        buildOperation('exportUsers', undefined, buildObjectSchema({ user_ids: list(text) })),
      ),
    },
    '/series': { get: buildOperation('listSeries', list(buildObjectSchema({ id: text, name: text }))) },
    '/series/{seriesId}': {
      ...buildParameters({ seriesId: text }),
      get: buildOperation('getSeries', buildObjectSchema({ id: text, name: text })),
    },
    '/vehicles/{vehicleId}/trips/{tripId}': {
      ...buildParameters({ ...vehicleId, tripId: text }),
      put: say(
        'Update the details of a trip (of its stops)',
        buildOperation('updateTrip', undefined, buildObjectSchema({ duedate: moment, price: money })),
      ),
    },
    '/backups': {
      post: say(
        'Create new backup',
        buildOperation('addBackup', undefined, buildObjectSchema({ price: money })),
      ),
    },
    '/estimates': { post: say('Convert an estimate', buildOperation('convert', undefined, integer)) },
    '/plans/{planIds}': {
      ...buildParameters({ planIds: list(text) }),
      get: buildOperation('getPlans', buildObjectSchema({ id: text, price: money })),
    },
    '/tickets': {
      post: say(
        'Create a ticket',
        buildOperation('addTicket', undefined, buildObjectSchema({ description: text })),
      ),
    },
    '/faceting': {
      patch: say(
        'Update faceting',
        buildOperation('updateFaceting', undefined, buildObjectSchema({ max_price: money })),
      ),
    },
    '/ranking-rules': {
      put: say('Update ranking rules', buildOperation('updateRules', undefined, list(text))),
    },
    '/settlements/{quarter}': {
      ...buildParameters({ quarter: text }),
      get: buildOperation('getSettlement', buildObjectSchema({ quarter: text, amount: money })),
    },
    '/owners': { get: say('List owners', buildOperation('listOwners', list(ownerSchema))) },
    '/owners/{ownerId}': {
      ...buildParameters({ ownerId: text }),
      get: buildOperation('getOwner', ownerSchema),
    },
    '/roles': {
      post: say(
        'Create a role',
        buildOperation('addRole', undefined, buildObjectSchema({ role_name: text })),
      ),
    },
    '/domains': {
      get: say('List domains, with the IP of the buyer', buildOperation('listDomains', list(domainSchema))),
    },
    '/domains/{domainName}': {
      parameters: [
        { name: 'domain_name', in: 'query', required: true, schema: text },
        { name: 'domainName', in: 'path', required: true, schema: text },
      ],
      get: say('Get a domain by `buyer_ip`', buildOperation('getDomain', domainSchema)),
    },
  }
  for (const place of Object.values(paths) as { parameters?: JsonObject[] }[])
    place.parameters = [
      ...(place.parameters ?? []),
      { name: 'X-App-Id', in: 'header', required: true, schema: text },
    ]
  const { toolkit } = openApi(paths)
  const { phrases, lacks } = readToolkitPhrases(toolkit)
  const findPhrases = (name: string) => phrases.find(({ tool }) => tool === name)
  const askFor = (name: string) => findPhrases(name)?.asks[0]
  const labels = (name: string) => findPhrases(name)?.things?.shown.map(({ label }) => label)
  const inputOf = (name: string) =>
    Object.keys((toolkit.tools.find((tool) => tool.name === name)?.input.properties ?? {}) as JsonObject)

  test('what every operation requires as a header is set by the client, and what the path says is said once', () => {
    expect(inputOf('getDomain')).toEqual(['domainName'])
    expect(inputOf('updatePolicy')).toEqual(['vehicleId', 'budget'])
  })

  test('a change of a part of a thing names the part and the thing', () => {
    expect(askFor('updatePolicy')).toBe(
      'update the smart charging policy of {vehicleId}[&: set|the budget to {budget}]',
    )
    expect(askFor('watchVehicle')).toBe('start watching {vehicleId}')
    expect(askFor('ban')).toMatch(/^ban \{target_user_id\}/)
    expect(findPhrases('updateOrder')?.things?.taken.backupUserId).toEqual({ kind: 'User', noun: 'user' })
  })

  test('a noun has its article, by sound', () => {
    expect(askFor('createRefund')).toMatch(/^create a refund for \{vehicleId\}/)
    expect(askFor('addKey')).toMatch(/^add an SSL key for \{vehicleId\}/)
    expect(askFor('addRole')).toBe('create a role[ called {role_name}]')
  })

  test('a text about nothing says what a person may write, and no list of ids stands for one thing', () => {
    const { description } = findPhrases('addTicket')?.draw(createRng(1, 'ticket')) ?? {}
    expect(description).toMatch(/ /)
    expect(description).not.toMatch(/description/i)
    expect(lacks.get('getPlans')?.lacks).toBe('"planIds" is an object or a list')
  })

  test('a new thing has an article, an aside is left out, and a body without a name is not stated', () => {
    expect(askFor('addBackup')).toBe('create a new backup[& with|the price {price}]')
    expect(askFor('updateTrip')).toBe(
      'update the details of {tripId}[& for|{vehicleId}][&: set|the duedate to {duedate}][&: set|the price to {price}]',
    )
    expect(lacks.get('convert')?.lacks).toBe('the values of its body are unknown')
  })

  test('a last word that all kinds of things have is not said', () => {
    const { toolkit } = openApi(
      Object.fromEntries(
        ['client', 'invoice', 'product'].map((noun) => [
          `/${noun}-api/{id}`,
          {
            ...buildParameters({ id: integer }),
            get: buildOperation(`get-${noun}`, buildObjectSchema({ id: integer, price: money })),
          },
        ]),
      ),
    )
    const nouns = readToolkitPhrases(toolkit).phrases.map(({ things }) => things?.noun)
    expect(nouns).toEqual(['client', 'invoice', 'product'])
  })

  test('of two verbs neither is asked for, and what only the path holds is no change', () => {
    expect(askFor('putLog') ?? '').not.toContain(' or ')
    expect(lacks.get('editRenewState')?.lacks).toContain('what is to be done')
  })

  test('values of one name are not given twice', () => {
    const drawn = Array.from(
      { length: 40 },
      (_, i) => findPhrases('createRefund')?.draw(createRng(i, 'two')) ?? {},
    )
    expect(drawn.some((args) => 'amount' in args)).toBe(true)
    expect(drawn.some((args) => 'total_amount' in args)).toBe(true)
    for (const args of drawn)
      expect(Object.keys(args).filter((name) => name.includes('amount')).length).toBeLessThan(2)
  })

  test('fields of a part are those of the part, and what holds the information of a thing is the thing', () => {
    expect(labels('getVehicle')).toEqual(['name', 'phone number'])
    expect(labels('getOdometer')).toEqual(['price of the odometer', 'odometer date'])
    expect(labels('getOwner')).toEqual(['name of the holder', 'phone number of the holder'])
  })

  test('names are said as words are, and a place is not put in order', () => {
    expect(labels('getUser')).toContain('last login time')
    expect(labels('getDomain')).toEqual(['buyer IP', 'expiry time', 'deactivation time', 'latitude'])
    const latitude = findPhrases('getDomain')?.things?.shown.find(({ at }) => at === '/latitude')
    expect(latitude).not.toHaveProperty('order')
    expect(lacks.get('getSettlement')?.lacks).toBe('the values of "quarter" are unknown')
  })

  test('a place in the clause is said once, whether or not the thing says it', () => {
    const award = findPhrases('awardBadge')
    expect(award?.asks[0]).toBe('award a badge to {memberId}[ in {seriesId}]')
    const { families } = createOwnPatterns(phrases, registryOf(simulatorsOfToolkit(toolkit)))
    const found = families.find(({ key }) => key === 'find_awardBadge')
    const drawn = found?.draw({ rng: createRng(5, 'award'), limit: () => 1 })
    expect(drawn?.prompts[0]).toMatch(/to the members? [A-Z][A-Za-z ]+ in series-\d+\W?$/)
  })

  test('things are where they lie, and go from one to another', () => {
    expect(askFor('removeNote')).toBe('remove {noteId}[ from {memberId}][ in {seriesId}]')
    expect(findPhrases('moveMember')?.things?.taken.from_series_id?.noun).toBe('series')
    for (let i = 0; i < 20; i++) {
      const { from_series_id, to_series_id } = findPhrases('moveMember')?.draw(createRng(i, 'move')) ?? {}
      expect(from_series_id).toBeDefined()
      expect(from_series_id).not.toBe(to_series_id)
    }
    expect(labels('getProgress')).toEqual(['phone number', 'price of the progress'])
  })

  test('several things are named once each, by a list of their ids', () => {
    expect(askFor('exportUsers')).toBe('export users {user_ids}')
    for (let i = 0; i < 20; i++) {
      const ids = findPhrases('exportUsers')?.draw(createRng(i, 'export')).user_ids as string[]
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  test('no moment of a removal is stated, nor a list of any texts, nor a letter for a word', () => {
    expect(lacks.get('removeMember')?.lacks).toContain('"timestamp" is a moment')
    expect(lacks.get('updateRules')?.lacks).toContain('"body" is a list of any texts')
    expect(labels('getMember')).toEqual(['name', 'phone number'])
    expect(askFor('updateFaceting')).toBe('update the faceting[&: set|the max price to {max_price}]')
  })

  test('what a thing is found by is told from what it is given', () => {
    expect(
      fillClause('ban {user}[& with|the reason {reason}]', {
        user: 'the user with the name Ada',
        reason: 'x',
      }),
    ).toBe('ban the user with the name Ada, with the reason x')
  })
})
