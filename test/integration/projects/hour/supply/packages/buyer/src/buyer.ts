import { ChatOpenAI } from '@langchain/openai'
import type { Inventory } from '@supply/inventory'
import { createAgent, tool } from 'langchain'
import { z } from 'zod'

/** The buyer of a company: looks into its inventory, and orders parts. */
export function createBuyer(inventory: Inventory) {
  const findWarehouse = tool(
    ({ city }) => {
      const found = [...inventory.warehouses].find(([, one]) => one.city === city)
      if (found === undefined) throw new Error(`no warehouse in ${city}`)
      return JSON.stringify({ warehouse_id: found[0], city })
    },
    { name: 'find_warehouse', description: 'Finds a warehouse.', schema: z.object({ city: z.string() }) },
  )
  const readStock = tool(
    ({ warehouse_id, part }) =>
      JSON.stringify({ part, pieces: inventory.warehouse(warehouse_id).stock[part] ?? 0 }),
    {
      name: 'read_stock',
      description: 'How many pieces of a part a warehouse has.',
      schema: z.object({ warehouse_id: z.string(), part: z.string() }),
    },
  )
  const listOffers = tool(({ part }) => JSON.stringify({ offers: inventory.offers.get(part) ?? [] }), {
    name: 'list_offers',
    description: 'Offers for a part, by the date when they were posted.',
    schema: z.object({ part: z.string() }),
  })
  const orderPart = tool(
    ({ offer_id, warehouse_id, quantity }) => {
      const { order_id, total } = inventory.order(offer_id, warehouse_id, quantity)
      return JSON.stringify({ order_id, total })
    },
    {
      name: 'order_part',
      description: 'Orders pieces of an offer for a warehouse.',
      schema: z.object({ offer_id: z.string(), warehouse_id: z.string(), quantity: z.number() }),
    },
  )
  const addNote = tool(
    ({ warehouse_id, text }) => {
      inventory.notes.push({ warehouse_id, text, at: new Date() })
      return JSON.stringify({ noted: true })
    },
    {
      name: 'add_note',
      description: 'Notes something about a warehouse.',
      schema: z.object({ warehouse_id: z.string(), text: z.string() }),
    },
  )
  return createAgent({
    model: new ChatOpenAI({ model: 'gpt-5', maxRetries: 0 }),
    tools: [findWarehouse, readStock, listOffers, orderPart, addNote],
    systemPrompt: 'You buy parts.',
  })
}
