import { exactly, task, text, turn } from 'tracewright/suite'

task('each_offer_total_1', {
  prompt:
    'For our buyer\'s guide we test one of every "office chair" that the shop lists under 500 ' +
    'dollars. How many are there, and what do they cost all together?\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: {"offers": <number of offers>, "total": <total price in dollars>}',
  tools: ['create_invoice', 'get_stock_price', 'json_extract', 'search_products'],
  seed: 1041212591,
  pattern: 'for-each',
}, async ({ search_products }) => {
  const { results } = await search_products({ query: 'office chair' })
  const prices = results.map((offer) => offer.price_usd).filter((price) => price < 500)
  const total = prices.reduce((sum, price) => sum + price, 0)
  return { offers: prices.length, total: Number(total.toFixed(2)) }
})

task('find_best_rated_1', {
  prompt:
    'Search the shop for "mountain bike" and notify me of the best rated offer: title "The ' +
    'mountain bike to buy", message just its name.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: [
    'get_stock_price', 'search_products', 'web_page_fetch', 'create_notification', 'web_search',
  ],
  seed: 1041212591,
  pattern: 'find',
}, async ({ search_products, create_notification }) => {
  const { results } = await search_products({ query: 'mountain bike' })
  const best = results.reduce((a, b) => (b.rating > a.rating ? b : a))
  await create_notification({ title: 'The mountain bike to buy', message: best.name })
})

task('failing_save_1', {
  prompt:
    'Is it warmer in Bristol or in Hanoi right now? Save the name of the warmer city, and ' +
    'nothing else, as /reports/weather.txt.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <temperature there in celsius>',
  tools: ['log_event', 'get_weather', 'read_file', 'write_file', 'list_files'],
  seed: 1041212591,
  expected_state: true,
  faults: [
    { tool: 'write_file', fault: 'server-error', on: 1 },
    { tool: 'get_weather', fault: 'rate-limit', on: 2 },
  ],
  pattern: 'failing',
}, async ({ get_weather, write_file }) => {
  const bristol = await get_weather({ city: 'Bristol' })
  const hanoi = await get_weather({ city: 'Hanoi' })
  const [city, weather] =
    bristol.temperature_celsius > hanoi.temperature_celsius
      ? ['Bristol', bristol]
      : ['Hanoi', hanoi]
  await write_file({ path: '/reports/weather.txt', content: city })
  return weather.temperature_celsius
})

task('meet_next_weekday_1', {
  prompt:
    'Set up "Sales review" with kwame.boateng@example.net for the first Wednesday after today, ' +
    'at 15:30, for 45 minutes. Our time zone is America/New_York, and our calendar takes local ' +
    'times without an offset.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <date of the meeting, as year-month-day>',
  tools: [
    'format_date', 'schedule_meeting', 'create_notification', 'create_task', 'get_current_time',
  ],
  seed: 1041212591,
  pattern: 'relative-time',
}, async ({ schedule_meeting, get_current_time }) => {
  const { date: today } = await get_current_time({ timezone: 'America/New_York' })
  const day = new Date(today)
  const daysAhead = ((3 - day.getUTCDay() + 6) % 7) + 1
  day.setUTCDate(day.getUTCDate() + daysAhead)
  const date = day.toISOString().slice(0, 10)
  await schedule_meeting({
    title: 'Sales review',
    datetime_str: date + ' 15:30',
    duration_minutes: 45,
    participants: ['kwame.boateng@example.net'],
  })
  return date
})

task('rewrite_file_after_write_1', {
  prompt:
    "We were quoted 3070 AUD. Write today's value in US dollars into /team/limit.txt, just the " +
    'number.',
  tools: ['store_memory', 'get_exchange_rate', 'retrieve_memory', 'write_file', 'get_stock_price'],
  seed: 1041212591,
  turns: [
    'I misread the quote, it is 3070 CAD. Please put the right number into the file.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <number in the file>',
  ],
  expected_state: true,
  pattern: 'conversation',
}, async ({ get_exchange_rate, write_file }) => {
  const quoted = { to_currency: 'USD', amount: 3070 }
  const wrong = await get_exchange_rate({ ...quoted, from_currency: 'AUD' })
  await write_file({ path: '/team/limit.txt', content: String(wrong.converted_amount) })
  await turn(2)
  const { converted_amount } = await get_exchange_rate({ ...quoted, from_currency: 'CAD' })
  await write_file({ path: '/team/limit.txt', content: String(converted_amount) })
  return converted_amount
})

task('missing_contact_1', {
  prompt:
    'Please add Lucia Ferrara (l.ferrara@example.net) to my contacts.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <id of the contact>',
  tools: ['send_email', 'schedule_meeting', 'create_task'],
  seed: 1041212591,
  pattern: 'missing',
}, async () => {
  // The tool create_contact is missing.
  return null
})

task('sum_order_pages_1', {
  prompt:
    'Please add up the orders of Cloudberry Software, without cancelled ones. The book begins ' +
    'under "orders_381801" in your memory; every part names the next one. I go on entering ' +
    'orders after that, so I also need the number of the very last one in the book, cancelled or ' +
    'not.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: {"total": <total of the orders of Cloudberry Software in dollars>, ' +
    '"last": <number of the last order>}',
  tools: ['json_extract', 'write_file', 'send_webhook', 'retrieve_memory'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      {
        key: 'orders_246290',
        value: {
          orders: [
            {
              number: draw([606495, 613825, 246559, 349794, 192451, 579837]),
              client: 'Fieldstone Farms',
              amount_usd: draw([416.59, 354.73, 363.88, 806.39, 852.56, 139.23, 150.98, 379.24]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([581508, 761663, 386585, 618877, 895851, 288626]),
              client: 'Copperfield Studio',
              amount_usd: draw([825.38, 262.89, 535.59, 813.47, 185.97, 243.09, 595.24, 398.13]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([385685, 991318, 647100, 714692, 424487, 807606]),
              client: 'Bluebell Nursery',
              amount_usd: draw([199.56, 858.42, 648.02, 465.01, 517.41, 479.71, 892.68, 330.68]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([625166, 618953, 875871, 673022, 238509, 584520]),
              client: 'Cloudberry Software',
              amount_usd: draw([626.14, 608.31, 459.41, 659.34, 347.44, 874, 580.61, 219.36]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_690528',
        },
        tags: [],
      },
      {
        key: 'orders_381801',
        value: {
          orders: [
            {
              number: draw([212577, 154082, 634694, 447707, 933962, 588430]),
              client: 'Cloudberry Software',
              amount_usd: draw([237.86, 743.72, 671.66, 650.6, 774.61, 858.71, 352.55, 509.57]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([806956, 439301, 617646, 997638, 471390, 674606]),
              client: 'Fieldstone Farms',
              amount_usd: draw([674.61, 787.6, 99.94, 261.15, 448.85, 520.65, 355.34, 455.05]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([931584, 591006, 585427, 613944, 950139, 829663]),
              client: 'Copperfield Studio',
              amount_usd: draw([658.34, 879.88, 225.99, 132.52, 237.3, 98.43, 594.37, 708.5]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([580001, 595278, 439173, 868362, 298012, 918846]),
              client: 'Bluebell Nursery',
              amount_usd: draw([717.25, 426.69, 361.71, 57.44, 191.06, 90.14, 250.01, 558]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_246290',
        },
        tags: [],
      },
      {
        key: 'orders_844421',
        value: {
          orders: [
            {
              number: draw([842468, 334687, 275287, 837101, 329413, 868981]),
              client: 'Bluebell Nursery',
              amount_usd: draw([538.24, 591.41, 268.67, 225.96, 748.78, 654.25, 750.39, 96.3]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([418159, 502606, 555213, 760566, 893783, 192825]),
              client: 'Cloudberry Software',
              amount_usd: draw([196.86, 563.06, 459.72, 692.8, 874.32, 696.56, 725.31, 817.29]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([863662, 618497, 672273, 407418, 975962, 648570]),
              client: 'Fieldstone Farms',
              amount_usd: draw([581.59, 601.69, 288.48, 266.32, 319.59, 837.84, 257.97, 585.48]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([217008, 180264, 793593, 196277, 669545, 865807]),
              client: 'Copperfield Studio',
              amount_usd: draw([748.57, 468.3, 245.96, 567.4, 532.82, 678.82, 611.2, 242.92]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_718081',
        },
        tags: [],
      },
      {
        key: 'orders_690528',
        value: {
          orders: [
            {
              number: draw([546612, 304231, 803876, 502638, 477640, 262673]),
              client: 'Copperfield Studio',
              amount_usd: draw([415.21, 316.16, 894.68, 567.38, 672.84, 539.4, 774.51, 68.05]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([260839, 261470, 152894, 101929, 161808, 236194]),
              client: 'Bluebell Nursery',
              amount_usd: draw([699.15, 860.97, 779.81, 843.36, 510.33, 560.28, 278.36, 397.19]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([232572, 798240, 462046, 716204, 108841, 300961]),
              client: 'Cloudberry Software',
              amount_usd: draw([129.46, 151.63, 828.99, 744.23, 703, 760.75, 420.28, 793.21]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([439539, 206653, 991736, 840336, 586128, 959500]),
              client: 'Fieldstone Farms',
              amount_usd: draw([128.3, 650.47, 474.4, 410.2, 327.55, 174.2, 879.46, 465.83]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_844421',
        },
        tags: [],
      },
      {
        key: 'orders_718081',
        value: {
          orders: [
            {
              number: draw([664648, 121345, 871014, 371709, 285151, 692953]),
              client: 'Cloudberry Software',
              amount_usd: draw([650.29, 126.84, 239.86, 668.34, 441.29, 694.48, 170.57, 313.73]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([358544, 565202, 607590, 407418, 855150, 769703]),
              client: 'Fieldstone Farms',
              amount_usd: draw([493.14, 101.13, 436.72, 514.07, 493.6, 858.74, 383.18, 719.84]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([985260, 824952, 890453, 601501, 218037, 157813]),
              client: 'Copperfield Studio',
              amount_usd: draw([565.19, 121.07, 446.43, 229.94, 299.35, 820.73, 265.61, 89.18]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([396830, 769136, 911935, 114700, 722410, 289116]),
              client: 'Bluebell Nursery',
              amount_usd: draw([873.74, 855.74, 578.21, 342.88, 573.35, 339.77, 570, 604.49]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: null,
        },
        tags: [],
      },
    ],
  }),
  pattern: 'pages',
}, async ({ retrieve_memory }) => {
  const orders = []
  let key = 'orders_381801'
  while (key) {
    const { value: part } = await retrieve_memory({ key })
    orders.push(...part.orders)
    key = part.next
  }
  const total = orders
    .filter(({ client, cancelled }) => client === 'Cloudberry Software' && !cancelled)
    .reduce((sum, { amount_usd }) => sum + amount_usd, 0)
  return { total: Number(total.toFixed(2)), last: orders.at(-1).number }
})

task('check_feed_pages_1', {
  prompt:
    'Two of our newsletters are read in feeds: "https://northernrail.example/news.rss" and ' +
    '"https://blog.olivegrove.example/rss.xml". Check the pages of the first 4 items of each, ' +
    'and create a task for every page that takes longer than 200 ms to respond, with the link as ' +
    'its title and nothing else. What is the longest response time of all, in ms?\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <longest response time in ms>',
  tools: [
    'generate_url', 'rss_feed_parse', 'set_reminder', 'check_url_status', 'create_notification',
    'create_task',
  ],
  seed: 1041212591,
  pattern: 'long-work',
}, async ({ rss_feed_parse, check_url_status, create_task }) => {
  const urls = [
    'https://northernrail.example/news.rss',
    'https://blog.olivegrove.example/rss.xml',
  ]
  const responseTimes = []
  for (const url of urls) {
    const { items } = await rss_feed_parse({ url, limit: 4 })
    for (const { link } of items) {
      const { response_time_ms } = await check_url_status({ url: link })
      if (response_time_ms > 200) await create_task({ title: link })
      responseTimes.push(response_time_ms)
    }
  }
  return Math.max(...responseTimes)
})

task('recover_file_1', {
  prompt:
    'Send wen.zhao@example.org the text of "/menus/september-final.txt", subject "Latest text". ' +
    'If you can\'t find that file, use "/menus/september-draft.txt".\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['create_notification', 'retrieve_memory', 'read_file', 'send_email', 'create_contact'],
  seed: 1041212591,
  state: (draw) => ({
    files: [
      draw([
        {
          path: '/menus/september-final.txt',
          content: draw([
            'Revised, reference 606867', 'Revised, reference 961406', 'Revised, reference 256482',
            'Revised, reference 963761', 'Revised, reference 350108', 'Revised, reference 725190',
            'Revised, reference 909028', 'Revised, reference 553563',
          ]),
        },
        null,
      ]),
      { path: '/inbox/note.txt', content: 'Empty.' },
      { path: '/menus/readme.txt', content: 'One file a month.' },
      {
        path: '/menus/september-draft.txt',
        content: draw([
          'First issue, reference 865919', 'First issue, reference 755634',
          'First issue, reference 646873', 'First issue, reference 766613',
          'First issue, reference 638894', 'First issue, reference 833181',
          'First issue, reference 801400', 'First issue, reference 176269',
        ]),
      },
    ],
  }),
  pattern: 'recover',
}, async ({ read_file, send_email }) => {
  let file = await read_file({ path: '/menus/september-final.txt' })
  if (!file.exists) file = await read_file({ path: '/menus/september-draft.txt' })
  await send_email({
    to: 'wen.zhao@example.org',
    subject: 'Latest text',
    body: file.content,
  })
})

task('policy_approval_1', {
  prompt:
    'Company rules: we bill in US dollars at the rate of the day. Nobody issues an invoice of ' +
    'more than 500 dollars without approval: in its place there is a task, "Invoice to ' +
    'approve".\n\n' +
    'Please invoice Bluebell Nursery: "Window cleaning", quantity 1, 755 CAD. I need it today, ' +
    'so just send it.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <converted amount in dollars, not rounded>',
  tools: [
    'create_calendar_event', 'get_exchange_rate', 'get_stock_price', 'create_invoice',
    'schedule_meeting', 'create_task',
  ],
  seed: 1041212591,
  pattern: 'policy',
}, async ({ get_exchange_rate, create_invoice, create_task }) => {
  const { converted_amount } = await get_exchange_rate({
    from_currency: 'CAD',
    to_currency: 'USD',
    amount: 755,
  })
  if (converted_amount > 500) {
    await create_task({ title: 'Invoice to approve' })
  } else {
    await create_invoice({
      client_name: 'Bluebell Nursery',
      items: [{ description: 'Window cleaning', quantity: 1, unit_price: converted_amount }],
    })
  }
  return converted_amount
})

task('if_far_event_1', {
  prompt:
    'The "Customer visit" is in Venice, and I\'m coming by car from Graz. Put 60 minutes in my ' +
    'calendar for it: at 2030-10-21 09:00, or at 2030-10-21 13:00 if the drive takes more than ' +
    '200 minutes. How many km is the drive?\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <length of the drive in km>',
  tools: [
    'create_notification', 'create_task', 'log_event', 'create_calendar_event', 'get_directions',
  ],
  seed: 1041212591,
  pattern: 'conditional',
}, async ({ create_calendar_event, get_directions }) => {
  const drive = await get_directions({ origin: 'Graz', destination: 'Venice' })
  await create_calendar_event({
    title: 'Customer visit',
    date: drive.duration_minutes > 200 ? '2030-10-21 13:00' : '2030-10-21 09:00',
    duration_minutes: 60,
  })
  return drive.distance_km
})

task('check_file_write_1', {
  prompt:
    'Create the file "/shared/daily.txt" with the text "No incidents, all lifts in service". If ' +
    'it exists already, leave it as it is.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['retrieve_memory', 'store_memory', 'write_file', 'read_file', 'list_files'],
  seed: 1041212591,
  state: (draw) => ({
    files: [
      draw([{ path: '/shared/daily.txt', content: 'Written by hand, keep.' }, null]),
      { path: '/inbox/note.txt', content: 'Empty.' },
      { path: '/data/plan.txt', content: 'As agreed.' },
      { path: '/inbox/todo.txt', content: 'Water the plants.' },
    ],
  }),
  pattern: 'check-before-write',
}, async ({ write_file, read_file }) => {
  const { exists } = await read_file({ path: '/shared/daily.txt' })
  if (!exists) {
    await write_file({
      path: '/shared/daily.txt',
      content: 'No incidents, all lifts in service',
    })
  }
})

task('crowded_event_1', {
  prompt:
    '"Staff training" is due in Trieste, and I\'d come from Zagreb by car. If that takes more ' +
    'than 150 minutes, make it a to-do without a date; if not, enter 120 minutes for it in my ' +
    'calendar, from 2030-08-01 09:00.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <length of the drive in minutes>',
  tools: [
    'log_event', 'encrypt_text', 'write_file', 'tokenize_text', 'create_spreadsheet',
    'create_calendar_event', 'join_texts', 'detect_language', 'get_current_time', 'get_directions',
    'send_webhook', 'list_memories', 'list_files', 'generate_report', 'send_email', 'regex_match',
    'http_request', 'dns_lookup', 'create_task', 'get_weather', 'create_notification', 'mask_pii',
    'get_location_info', 'read_file', 'number_to_text', 'get_weekday', 'schedule_meeting',
    'time_since', 'get_session_context', 'generate_summary_stats', 'ip_geolocation',
    'transcribe_audio', 'is_business_day',
  ],
  seed: 1041212591,
  pattern: 'crowded',
}, async ({ create_calendar_event, get_directions, create_task }) => {
  const { duration_minutes } = await get_directions({
    origin: 'Zagreb',
    destination: 'Trieste',
  })
  if (duration_minutes > 150) {
    await create_task({ title: 'Staff training' })
  } else {
    await create_calendar_event({
      title: 'Staff training',
      date: '2030-08-01 09:00',
      duration_minutes: 120,
    })
  }
  return duration_minutes
})

task('each_cheap_task_1', {
  prompt:
    'I\'m looking for a new "sewing machine" and want to read up on every one that the shop ' +
    'lists under 500 dollars. Add a task for each, with its name as the title and nothing else, ' +
    'so that I can tick them off as I go.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['rss_feed_parse', 'search_products', 'set_reminder', 'web_search', 'create_task'],
  seed: 1041212591,
  pattern: 'for-each',
}, async ({ search_products, create_task }) => {
  const { results } = await search_products({ query: 'sewing machine' })
  for (const offer of results) {
    if (offer.price_usd < 500) await create_task({ title: offer.name })
  }
})

task('find_cheapest_mail_1', {
  prompt:
    'Look for the cheapest "action camera" in the shop and mail amina.diallo@example.net: ' +
    'subject "Best price: action camera", text just "<name of the offer> for <price> ' +
    'dollars".\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['send_webhook', 'send_email', 'create_notification', 'http_request', 'search_products'],
  seed: 1041212591,
  pattern: 'find',
}, async ({ send_email, search_products }) => {
  const { results } = await search_products({ query: 'action camera' })
  const cheapest = results.reduce((a, b) => (b.price_usd < a.price_usd ? b : a))
  await send_email({
    to: 'amina.diallo@example.net',
    subject: 'Best price: action camera',
    body: exactly`${cheapest.name} for ${cheapest.price_usd} dollars`,
  })
})

task('failing_rate_1', {
  prompt:
    'If 7120 GBP come to 9000 US dollars or less today, let femi.adeyemi@example.com know by ' +
    'mail: subject "Rate of today", text only the amount in dollars.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <amount in dollars>',
  tools: ['send_email', 'create_task', 'get_exchange_rate', 'set_reminder', 'log_event'],
  seed: 1041212591,
  faults: [{ tool: 'get_exchange_rate', fault: 'truncated-json', on: 1 }],
  pattern: 'failing',
}, async ({ send_email, get_exchange_rate }) => {
  const { converted_amount } = await get_exchange_rate({
    from_currency: 'GBP',
    to_currency: 'USD',
    amount: 7120,
  })
  if (converted_amount <= 9000) {
    await send_email({
      to: 'femi.adeyemi@example.com',
      subject: 'Rate of today',
      body: String(converted_amount),
    })
  }
  return converted_amount
})

task('remind_in_days_1', {
  prompt:
    '"Answer the quote" is due in 15 days. Set me a reminder with these words for that day, at ' +
    '08:00. Our time zone is Europe/Lisbon, and our calendar takes local times without an ' +
    'offset.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <date of the reminder, as year-month-day>',
  tools: ['create_task', 'set_reminder', 'get_session_context', 'get_current_time', 'parse_date'],
  seed: 1041212591,
  pattern: 'relative-time',
}, async ({ set_reminder, get_current_time }) => {
  const { date: today } = await get_current_time({ timezone: 'Europe/Lisbon' })
  const day = new Date(today)
  day.setUTCDate(day.getUTCDate() + 15)
  const date = day.toISOString().slice(0, 10)
  await set_reminder({
    message: 'Answer the quote',
    remind_at: date + ' 08:00',
  })
  return date
})

task('mail_address_later_1', {
  prompt:
    'How strong is the wind in Muscat right now, in km/h? If it is above 30, we call off the ' +
    '"Roof work", and somebody needs a mail about that. I\'m looking for the address.',
  tools: ['get_weather', 'log_event', 'send_email', 'create_notification', 'send_webhook'],
  seed: 1041212591,
  turns: [
    'It\'s elif.kaya@example.com. Should it be called off, mail "Called off" with the subject ' +
      '"Roof work", please, and nothing else. Otherwise Elif needs no mail.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <wind speed in Muscat in km/h>',
  ],
  pattern: 'conversation',
}, async ({ get_weather, send_email }) => {
  const { wind_speed_kmh } = await get_weather({ city: 'Muscat' })
  await turn(2)
  if (wind_speed_kmh > 30) {
    await send_email({
      to: 'elif.kaya@example.com',
      subject: 'Roof work',
      body: 'Called off',
    })
  }
  return wind_speed_kmh
})

task('missing_meeting_1', {
  prompt:
    'Please schedule the meeting "Contract talk" with ingrid.solberg@example.com for 2030-07-15 ' +
    '10:00, 45 minutes, that is when they have time.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <id of the meeting>',
  tools: ['create_task', 'log_event', 'get_weekday'],
  seed: 1041212591,
  pattern: 'missing',
}, async () => {
  // The tool schedule_meeting is missing.
  return null
})

task('sum_order_pages_2', {
  prompt:
    'I need the total of all orders of Copperfield Studio that were not cancelled, in dollars. ' +
    'You have the order book in your memory: start with "orders_720954" and follow its parts to ' +
    'the end. To show that you got there, add the number of the last order in the book, whoever ' +
    'placed it and cancelled or not.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: {"total": <total of the orders of Copperfield Studio in dollars>, "last": ' +
    '<number of the last order>}',
  tools: ['store_memory', 'retrieve_memory', 'read_file', 'json_extract'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      {
        key: 'orders_720954',
        value: {
          orders: [
            {
              number: draw([114071, 985760, 809749, 391251, 440667, 514753]),
              client: 'Copperfield Studio',
              amount_usd: draw([883.13, 264.13, 793.15, 549.09, 702.52, 293.05, 196.71, 517.51]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([305825, 953993, 298653, 730111, 753325, 723194]),
              client: 'Maple Street Books',
              amount_usd: draw([123.96, 560.62, 885.28, 223.41, 786.69, 695.21, 746.43, 756.16]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([610510, 776871, 783413, 495262, 795209, 104221]),
              client: 'Fieldstone Farms',
              amount_usd: draw([487.27, 428.02, 486.7, 710.26, 409.41, 85.15, 411.49, 122.11]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([733311, 552644, 840462, 637348, 745732, 974887]),
              client: 'Redwood Legal',
              amount_usd: draw([663.37, 864.87, 834.57, 515.31, 662.22, 289.56, 352.35, 584.92]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_337575',
        },
        tags: [],
      },
      {
        key: 'orders_739721',
        value: {
          orders: [
            {
              number: draw([126076, 872917, 335519, 242208, 187216, 326596]),
              client: 'Redwood Legal',
              amount_usd: draw([632.33, 251.87, 217.96, 395.44, 548.57, 412.92, 656.53, 263.25]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([820743, 864678, 735876, 700917, 203443, 209883]),
              client: 'Copperfield Studio',
              amount_usd: draw([173.64, 71.06, 204.88, 697.94, 798.71, 110.44, 800.1, 54.01]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([859929, 235747, 673930, 281648, 603670, 125791]),
              client: 'Maple Street Books',
              amount_usd: draw([564.54, 731.79, 593.49, 179.58, 722.98, 234.68, 320.93, 416.08]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([730892, 374782, 170759, 395886, 160575, 522656]),
              client: 'Fieldstone Farms',
              amount_usd: draw([758.38, 705, 511.43, 414.04, 567.27, 76.38, 814, 638.59]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_447585',
        },
        tags: [],
      },
      {
        key: 'orders_337575',
        value: {
          orders: [
            {
              number: draw([121730, 779951, 758784, 353624, 762918, 157831]),
              client: 'Maple Street Books',
              amount_usd: draw([791.17, 131.59, 234.42, 135.89, 469.35, 824.16, 76.01, 379.12]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([638109, 953802, 788306, 349767, 102512, 414677]),
              client: 'Fieldstone Farms',
              amount_usd: draw([574.87, 399.42, 618.26, 110.19, 143.8, 421.37, 769.73, 305.33]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([275915, 849499, 170930, 321380, 334502, 693346]),
              client: 'Redwood Legal',
              amount_usd: draw([635.11, 813.64, 145.62, 745.63, 841.57, 255.43, 721.94, 814.06]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([607517, 246163, 280479, 588402, 689006, 826532]),
              client: 'Copperfield Studio',
              amount_usd: draw([271.17, 529.84, 583.03, 282.59, 85.23, 840.95, 491.91, 434.8]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_863690',
        },
        tags: [],
      },
      {
        key: 'orders_447585',
        value: {
          orders: [
            {
              number: draw([694286, 115148, 730266, 571859, 208784, 894057]),
              client: 'Copperfield Studio',
              amount_usd: draw([274.71, 709.96, 466.13, 256.16, 323.49, 286.72, 800, 362.85]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([692423, 660035, 858367, 570527, 811071, 388453]),
              client: 'Maple Street Books',
              amount_usd: draw([507.19, 863.84, 766.16, 849.72, 838.35, 199.14, 307.08, 284.21]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([809184, 895039, 914943, 647458, 191964, 761794]),
              client: 'Fieldstone Farms',
              amount_usd: draw([756.21, 835.04, 180.38, 65.57, 395.65, 548.65, 580.38, 276.97]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([998256, 249782, 746201, 267230, 468096, 341543]),
              client: 'Redwood Legal',
              amount_usd: draw([43.29, 825.48, 697.45, 462.01, 858.72, 704.69, 486.46, 425.17]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: null,
        },
        tags: [],
      },
      {
        key: 'orders_863690',
        value: {
          orders: [
            {
              number: draw([150665, 545757, 632817, 589796, 862827, 545128]),
              client: 'Fieldstone Farms',
              amount_usd: draw([605.08, 683.92, 819.2, 644.17, 397.38, 420.55, 866.99, 797.07]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([996996, 698009, 652289, 480357, 711585, 253147]),
              client: 'Redwood Legal',
              amount_usd: draw([426.47, 654.26, 287.07, 301.79, 756.7, 373.95, 271.18, 458.25]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([962753, 545758, 711385, 931387, 193965, 516049]),
              client: 'Copperfield Studio',
              amount_usd: draw([246.03, 294.44, 363.6, 716.71, 480.7, 459.83, 565.35, 864.85]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([890271, 691694, 106251, 563141, 970140, 864795]),
              client: 'Maple Street Books',
              amount_usd: draw([396.11, 899.91, 751.56, 55.39, 505.21, 414.28, 295.08, 592.23]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_739721',
        },
        tags: [],
      },
    ],
  }),
  pattern: 'pages',
}, async ({ retrieve_memory }) => {
  const orders = []
  let key = 'orders_720954'
  while (key) {
    const { value: part } = await retrieve_memory({ key })
    orders.push(...part.orders)
    key = part.next
  }
  const total = orders
    .filter(({ client, cancelled }) => client === 'Copperfield Studio' && !cancelled)
    .reduce((sum, { amount_usd }) => sum + amount_usd, 0)
  return { total: Number(total.toFixed(2)), last: orders.at(-1).number }
})

task('remind_late_payers_1', {
  prompt:
    'Every invoice that nobody has paid yet is in your memory under the tag "open", and names ' +
    'the id of its account; the accounts begin in the entry "accounts", which names the entry ' +
    'where they go on. Some were due before 2031-03-16: for each of those, mail the address of ' +
    'the account with the subject "Payment reminder" and nothing but the amount in dollars as ' +
    'the text. How much is still to be paid in all, and how much of that is overdue?\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: {"open": <total of all open invoices in dollars>, "overdue": <total of ' +
    'the overdue ones in dollars>}',
  tools: [
    'list_memories', 'send_email', 'retrieve_memory', 'list_files', 'send_webhook', 'read_file',
  ],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      {
        key: 'accounts',
        value: {
          accounts: [
            { id: 'A-839774', name: 'Olive Grove Foods', email: 'kwame.boateng@example.net' },
            { id: 'A-998696', name: 'Old Mill Bakery', email: 'amina.diallo@example.net' },
          ],
          next: 'accounts_696590',
        },
        tags: [],
      },
      {
        key: 'invoice_252317',
        value: {
          account: 'A-998696',
          amount_usd: draw([120.68, 262.58, 212.49, 779.85, 510.66, 302.38, 163.36, 840.18]),
          due: draw(['2030-11-30', '2032-01-15', '2032-02-10']),
        },
        tags: ['open'],
      },
      {
        key: 'invoice_840980',
        value: {
          account: 'A-742247',
          amount_usd: draw([750, 652.71, 727.04, 979.22, 915.15, 324.15, 619.43, 379.82]),
          due: draw(['2030-11-30', '2032-01-15', '2032-02-10']),
        },
        tags: ['open'],
      },
      {
        key: 'invoice_641387',
        value: {
          account: 'A-953138',
          amount_usd: draw([671.51, 672.93, 750.5, 648.28, 466.67, 95.72, 681.46, 553.21]),
          due: draw(['2030-11-30', '2032-01-15', '2032-02-10']),
        },
        tags: ['open'],
      },
      {
        key: 'accounts_885007',
        value: {
          accounts: [
            { id: 'A-742247', name: 'Saffron Kitchen', email: 'hugo.lemaire@example.net' },
            { id: 'A-605461', name: 'Cloudberry Software', email: 'rohan.iyer@example.net' },
          ],
          next: null,
        },
        tags: [],
      },
      {
        key: 'invoice_721344',
        value: {
          account: 'A-892884',
          amount_usd: draw([656.34, 209.91, 843.4, 869.38, 570.05, 308.3, 738.66, 736.43]),
          due: draw(['2030-11-30', '2032-01-15', '2032-02-10']),
        },
        tags: ['open'],
      },
      {
        key: 'invoice_988924',
        value: {
          account: 'A-605461',
          amount_usd: draw([609.74, 710, 519.08, 283.61, 138.85, 184.78, 144.78, 596.68]),
          due: draw(['2030-11-30', '2032-01-15', '2032-02-10']),
        },
        tags: ['open'],
      },
      {
        key: 'invoice_223215',
        value: {
          account: 'A-839774',
          amount_usd: draw([588.89, 545.85, 838.17, 317.22, 551.01, 390.02, 94.62, 489.46]),
          due: '2030-11-30',
        },
        tags: ['open'],
      },
      {
        key: 'accounts_696590',
        value: {
          accounts: [
            { id: 'A-953138', name: 'Pine & Sons', email: 's.lindqvist@example.org' },
            { id: 'A-892884', name: 'Lantern Theatre', email: 'samuel.okoro@example.net' },
          ],
          next: 'accounts_885007',
        },
        tags: [],
      },
    ],
  }),
  pattern: 'long-work',
}, async ({ list_memories, send_email, retrieve_memory }) => {
  const { memories } = await list_memories({ tag: 'open' })
  const accounts = []
  let nextKey = 'accounts'
  let open = 0
  let overdue = 0
  for (const { key } of memories) {
    const { value: invoice } = await retrieve_memory({ key })
    open += invoice.amount_usd
    if (invoice.due < '2031-03-16') {
      overdue += invoice.amount_usd
      while (!accounts.some(({ id }) => id === invoice.account)) {
        const { value: part } = await retrieve_memory({ key: nextKey })
        accounts.push(...part.accounts)
        nextKey = part.next
      }
      const { email } = accounts.find(({ id }) => id === invoice.account)
      await send_email({
        to: email,
        subject: 'Payment reminder',
        body: String(invoice.amount_usd),
      })
    }
  }
  return { open: Number(open.toFixed(2)), overdue: Number(overdue.toFixed(2)) }
})

task('recover_memory_1', {
  prompt:
    'I need the number that you noted as "Mia\'s work number". If there is none, "Mia\'s home ' +
    'number" will do.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <number as remembered>',
  tools: ['send_webhook', 'http_request', 'json_extract', 'retrieve_memory'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      draw([
        {
          key: "Mia's work number",
          value: draw([
            '555 510389', '555 529973', '555 480854', '555 356137', '555 953526', '555 618849',
            '555 246177', '555 950319',
          ]),
        },
        null,
      ]),
      { key: 'floor', value: 'third' },
      { key: 'hours', value: 'eight to five' },
      { key: 'owner', value: 'facility team' },
      {
        key: "Mia's home number",
        value: draw([
          '555 684644', '555 540822', '555 560607', '555 807158', '555 641071', '555 396085',
          '555 250924', '555 231914',
        ]),
      },
    ],
  }),
  pattern: 'recover',
}, async ({ retrieve_memory }) => {
  let memory = await retrieve_memory({ key: "Mia's work number" })
  if (memory.status === 'not_found') {
    memory = await retrieve_memory({ key: "Mia's home number" })
  }
  return memory.value
})

task('policy_list_price_1', {
  prompt:
    'As our billing assistant you invoice at list price only (entry "price list" in your memory, ' +
    'in dollars an hour). If somebody asks for less, you say what the list price is and issue ' +
    'nothing, whoever has agreed to it.\n\n' +
    'Juniper Textiles gets an invoice for "Roof inspection", 2 hours at our usual price.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <id of the invoice>',
  tools: ['schedule_meeting', 'set_reminder', 'create_invoice', 'retrieve_memory', 'create_task'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      {
        key: 'price list',
        value: {
          'Roof inspection': draw([171.7, 55.8, 149.05, 160.43, 50.2, 63.67, 143.81, 118.97]),
          'Stage lighting': draw([57.36, 188.73, 173.17, 138.22, 51.58, 48.45, 180.83, 142.69]),
          'Window cleaning': draw([128.25, 75.45, 172.69, 139.7, 171.72, 67.49, 45.34, 165.53]),
          'Boat cleaning': draw([182.05, 82.22, 175.77, 132.2, 109.77, 185.16, 189.2, 163.75]),
        },
        tags: ['billing'],
      },
      { key: 'payment terms', value: 'two weeks', tags: ['billing'] },
    ],
  }),
  pattern: 'policy',
}, async ({ create_invoice, retrieve_memory }) => {
  const { value: prices } = await retrieve_memory({ key: 'price list' })
  const { invoice_id } = await create_invoice({
    client_name: 'Juniper Textiles',
    items: [{ description: 'Roof inspection', quantity: 2, unit_price: prices['Roof inspection'] }],
  })
  return invoice_id
})

task('if_warmer_mail_1', {
  prompt:
    'Is it warmer in Leeds or in Manchester right now? We meet in the warmer one. Tell ' +
    'l.ferrara@example.net by mail: subject "Open-air rehearsal in Leeds" or "Open-air rehearsal ' +
    'in Manchester", text just a short sentence with the temperature.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['create_task', 'create_notification', 'get_weather', 'ip_geolocation', 'send_email'],
  seed: 1041212591,
  pattern: 'conditional',
}, async ({ get_weather, send_email }) => {
  const leeds = await get_weather({ city: 'Leeds' })
  const manchester = await get_weather({ city: 'Manchester' })
  const [city, weather] =
    leeds.temperature_celsius > manchester.temperature_celsius
      ? ['Leeds', leeds]
      : ['Manchester', manchester]
  await send_email({
    to: 'l.ferrara@example.net',
    subject: `Open-air rehearsal in ${city}`,
    body: text`It is ${weather.temperature_celsius} degrees there`,
  })
})

task('check_file_write_2', {
  prompt:
    'Create the file "/out/rules.txt" with the text "Phones stay in the lockers". If it exists ' +
    'already, leave it as it is.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['write_file', 'read_file', 'list_files', 'validate_email', 'json_extract'],
  seed: 1041212591,
  state: (draw) => ({
    files: [
      { path: '/data/plan.txt', content: 'As agreed.' },
      draw([{ path: '/out/rules.txt', content: 'Written by hand, keep.' }, null]),
      { path: '/inbox/note.txt', content: 'Empty.' },
      { path: '/inbox/todo.txt', content: 'Water the plants.' },
    ],
  }),
  pattern: 'check-before-write',
}, async ({ write_file, read_file }) => {
  const { exists } = await read_file({ path: '/out/rules.txt' })
  if (!exists) {
    await write_file({
      path: '/out/rules.txt',
      content: 'Phones stay in the lockers',
    })
  }
})

task('crowded_alert_1', {
  prompt:
    'How is ISRG doing? If a share costs less than 293.4 dollars right now, I want an alert on ' +
    'my dashboard, titled "Below cost", that says nothing but the price.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <share price of ISRG in dollars>',
  tools: [
    'format_number', 'send_email', 'encrypt_text', 'get_weather', 'get_weekday', 'set_reminder',
    'get_session_context', 'extract_numbers', 'create_notification', 'parse_html', 'tokenize_text',
    'get_current_time', 'generate_report', 'create_task', 'json_extract', 'read_file',
    'send_message', 'compress_data', 'time_since', 'list_memories', 'log_event', 'ip_geolocation',
    'next_occurrence', 'http_request', 'create_invoice', 'search_products', 'word_count',
    'send_webhook', 'lookup_entity', 'create_spreadsheet', 'extract_entities', 'get_stock_price',
  ],
  seed: 1041212591,
  pattern: 'crowded',
}, async ({ create_notification, get_stock_price }) => {
  const { price_usd } = await get_stock_price({ symbol: 'ISRG' })
  if (price_usd < 293.4) {
    await create_notification({ title: 'Below cost', message: String(price_usd) })
  }
  return price_usd
})

task('each_slow_page_task_1', {
  prompt:
    'Readers say that our newest pages are slow. Go through the first 4 items of our feed ' +
    '"https://www.saffron.example/index.xml" and create a task for each page that takes more ' +
    'than 300 ms to respond: its link as the title, nothing else.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: [
    'create_task', 'check_url_status', 'rss_feed_parse', 'send_webhook', 'web_page_fetch',
    'schedule_meeting',
  ],
  seed: 1041212591,
  pattern: 'for-each',
}, async ({ create_task, check_url_status, rss_feed_parse }) => {
  const { items } = await rss_feed_parse({ url: 'https://www.saffron.example/index.xml', limit: 4 })
  for (const { link } of items) {
    const { response_time_ms } = await check_url_status({ url: link })
    if (response_time_ms > 300) await create_task({ title: link })
  }
})

task('find_larger_file_1', {
  prompt:
    'There are two files called agenda.txt, and the shorter one is out of date. What does the ' +
    'larger one say?\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <text of the larger file>',
  tools: ['validate_email', 'write_file', 'read_file', 'list_files', 'list_memories'],
  seed: 1041212591,
  state: (draw) => ({
    files: [
      { path: '/archive/readme.txt', content: 'Kept for the record.' },
      {
        path: '/projects/harbour/agenda.txt',
        content: draw([
          'Vote on the budget of 923892',
          'Vote on the budget of 767947',
          'Vote on the budget of 472633',
          'Vote on the budget of 379924',
          'Vote on the budget of 386705',
          'Vote on the budget of 666719',
          'Vote on the budget of 420800; election of the treasurer; date of the summer party',
          'Vote on the budget of 157392; election of the treasurer; date of the summer party',
          'Vote on the budget of 208545; election of the treasurer; date of the summer party',
          'Vote on the budget of 344632; election of the treasurer; date of the summer party',
          'Vote on the budget of 135650; election of the treasurer; date of the summer party',
          'Vote on the budget of 348311; election of the treasurer; date of the summer party',
        ]),
      },
      {
        path: '/shared/board/agenda.txt',
        content: draw([
          'Vote on the budget of 471341; election of the treasurer',
          'Vote on the budget of 477914; election of the treasurer',
          'Vote on the budget of 965946; election of the treasurer',
          'Vote on the budget of 640552; election of the treasurer',
          'Vote on the budget of 754064; election of the treasurer',
          'Vote on the budget of 422697; election of the treasurer',
        ]),
      },
      { path: '/notes/readme.txt', content: 'Nothing of note.' },
    ],
  }),
  pattern: 'find',
}, async ({ read_file, list_files }) => {
  const { files } = await list_files()
  const larger = files
    .filter((file) => file.name === 'agenda.txt')
    .reduce((a, b) => (b.size > a.size ? b : a))
  const { content } = await read_file({ path: larger.path })
  return content
})

task('failing_save_2', {
  prompt:
    'Is it warmer in Chennai or in Addis Ababa right now? Save the name of the warmer city, and ' +
    'nothing else, as /reports/weather.txt.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <temperature there in celsius>',
  tools: ['get_location_info', 'ip_geolocation', 'log_event', 'get_weather', 'write_file'],
  seed: 1041212591,
  expected_state: true,
  faults: [
    { tool: 'write_file', fault: 'server-error', on: 1 },
    { tool: 'get_weather', fault: 'rate-limit', on: 2 },
  ],
  pattern: 'failing',
}, async ({ get_weather, write_file }) => {
  const chennai = await get_weather({ city: 'Chennai' })
  const addisAbaba = await get_weather({ city: 'Addis Ababa' })
  const [city, weather] =
    chennai.temperature_celsius > addisAbaba.temperature_celsius
      ? ['Chennai', chennai]
      : ['Addis Ababa', addisAbaba]
  await write_file({ path: '/reports/weather.txt', content: city })
  return weather.temperature_celsius
})

task('meet_next_weekday_2', {
  prompt:
    'Please schedule the meeting "Supplier talk" with mateus.rocha@example.org, 60 minutes from ' +
    '15:30 on the next Monday after today. Our time zone is Asia/Tokyo, and our calendar takes ' +
    'local times without an offset.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <date of the meeting, as year-month-day>',
  tools: ['get_current_time', 'lookup_entity', 'send_message', 'schedule_meeting', 'log_event'],
  seed: 1041212591,
  pattern: 'relative-time',
}, async ({ get_current_time, schedule_meeting }) => {
  const { date: today } = await get_current_time({ timezone: 'Asia/Tokyo' })
  const day = new Date(today)
  const daysAhead = ((1 - day.getUTCDay() + 6) % 7) + 1
  day.setUTCDate(day.getUTCDate() + daysAhead)
  const date = day.toISOString().slice(0, 10)
  await schedule_meeting({
    title: 'Supplier talk',
    datetime_str: date + ' 15:30',
    duration_minutes: 60,
    participants: ['mateus.rocha@example.org'],
  })
  return date
})

task('invoice_later_1', {
  prompt:
    'Please get ready to bill Tidewater Marine in US dollars for "Server setup", quantity 1 at a ' +
    'fixed price. The price comes in a minute.',
  tools: [
    'create_contact', 'create_invoice', 'get_exchange_rate', 'get_current_time',
    'get_location_info',
  ],
  seed: 1041212591,
  turns: [
    "We agreed on 748 GBP. Bill the same amount in dollars, at today's rate.\n\n" +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <id of the invoice>',
  ],
  pattern: 'conversation',
}, async ({ create_invoice, get_exchange_rate }) => {
  await turn(2)
  const { converted_amount } = await get_exchange_rate({
    from_currency: 'GBP',
    to_currency: 'USD',
    amount: 748,
  })
  const { invoice_id } = await create_invoice({
    client_name: 'Tidewater Marine',
    items: [{ description: 'Server setup', quantity: 1, unit_price: converted_amount }],
  })
  return invoice_id
})

task('present_invoice_1', {
  prompt:
    'Please invoice Old Mill Bakery for 7 hours of "Site survey" at 357 dollars an hour.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <id of the invoice>',
  tools: ['create_contact', 'create_spreadsheet', 'create_invoice', 'search_products'],
  seed: 1041212591,
  pattern: 'missing',
}, async ({ create_invoice }) => {
  const { invoice_id } = await create_invoice({
    client_name: 'Old Mill Bakery',
    items: [{ description: 'Site survey', quantity: 7, unit_price: 357 }],
  })
  return invoice_id
})

task('sum_order_pages_3', {
  prompt:
    'How much did Riverside Clinic order in all? The order book is in your memory, in parts that ' +
    'each name the next one, from "orders_535191" on. Leave out what was cancelled. So that I ' +
    'know where the book ends today: what is the number of its last order, cancelled or not?\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: {"total": <total of the orders of Riverside Clinic in dollars>, "last": ' +
    '<number of the last order>}',
  tools: ['json_extract', 'generate_report', 'retrieve_memory', 'read_file'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      {
        key: 'orders_537638',
        value: {
          orders: [
            {
              number: draw([322084, 535810, 358817, 778035, 128711, 946786]),
              client: 'Lantern Theatre',
              amount_usd: draw([711.2, 731.64, 180.02, 507.08, 601.19, 403.09, 639.04, 370.41]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([987023, 501581, 597613, 857090, 952650, 278338]),
              client: 'Kestrel Analytics',
              amount_usd: draw([886.52, 429.45, 403.58, 517.56, 453.15, 53.6, 126.01, 271.92]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([376782, 870635, 484495, 760956, 346661, 487445]),
              client: 'Riverside Clinic',
              amount_usd: draw([542.42, 76.09, 151.13, 762.39, 72.29, 816.08, 202.53, 709.26]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([407923, 660929, 565883, 179908, 215060, 436965]),
              client: 'Olive Grove Foods',
              amount_usd: draw([896.29, 463.31, 478.29, 189.12, 661.91, 620.83, 864.57, 779.18]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_304421',
        },
        tags: [],
      },
      {
        key: 'orders_535191',
        value: {
          orders: [
            {
              number: draw([164951, 516538, 903512, 694911, 710353, 971293]),
              client: 'Riverside Clinic',
              amount_usd: draw([605.6, 379.92, 50.27, 467.13, 568.9, 630.19, 562.58, 810.67]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([111573, 211444, 883425, 397569, 764292, 686624]),
              client: 'Olive Grove Foods',
              amount_usd: draw([205.36, 618.53, 190.14, 766.75, 316.09, 577.82, 97.03, 504.67]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([416984, 584141, 485446, 724034, 923252, 129343]),
              client: 'Lantern Theatre',
              amount_usd: draw([161.7, 755.89, 438.81, 420.61, 506.08, 320.98, 570.64, 72.68]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([533561, 184557, 735639, 245377, 741610, 237704]),
              client: 'Kestrel Analytics',
              amount_usd: draw([566.77, 208.08, 624.78, 440.74, 457.54, 566.12, 723.86, 521.99]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_352078',
        },
        tags: [],
      },
      {
        key: 'orders_304421',
        value: {
          orders: [
            {
              number: draw([847376, 149879, 907993, 966155, 945799, 597819]),
              client: 'Kestrel Analytics',
              amount_usd: draw([892.43, 311.62, 675.34, 622.39, 713.65, 120.24, 97.17, 368.9]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([287283, 892854, 130811, 983197, 575059, 217532]),
              client: 'Riverside Clinic',
              amount_usd: draw([252.05, 126.09, 315.45, 647.62, 440.13, 428.7, 798.09, 258.63]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([753041, 961728, 224769, 165979, 659009, 363969]),
              client: 'Olive Grove Foods',
              amount_usd: draw([865.94, 842.9, 712.92, 474.59, 112.96, 463.4, 781.77, 598.49]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([985072, 350859, 685327, 469763, 450987, 222403]),
              client: 'Lantern Theatre',
              amount_usd: draw([669.21, 202.36, 61.06, 283.09, 315.76, 465.09, 79.36, 376.36]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_298630',
        },
        tags: [],
      },
      {
        key: 'orders_298630',
        value: {
          orders: [
            {
              number: draw([234720, 305022, 530690, 909034, 738333, 850799]),
              client: 'Riverside Clinic',
              amount_usd: draw([746.67, 371.16, 248.22, 196.75, 537.51, 220.57, 388.52, 732.77]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([341744, 173797, 757037, 650287, 334703, 349812]),
              client: 'Olive Grove Foods',
              amount_usd: draw([430.17, 726.29, 129.38, 875.23, 608.51, 636.55, 505.22, 744.22]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([795971, 547835, 514015, 279771, 764999, 328430]),
              client: 'Lantern Theatre',
              amount_usd: draw([850.81, 80.32, 378.1, 643.34, 228.53, 660.02, 318.91, 249.43]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([364423, 219554, 760898, 293598, 188437, 560073]),
              client: 'Kestrel Analytics',
              amount_usd: draw([275.4, 328.28, 639.38, 707.58, 107.41, 291.32, 744.95, 732.66]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: null,
        },
        tags: [],
      },
      {
        key: 'orders_352078',
        value: {
          orders: [
            {
              number: draw([992127, 844573, 380087, 618779, 505359, 224852]),
              client: 'Olive Grove Foods',
              amount_usd: draw([148.52, 306.72, 625.99, 271.75, 459.25, 626.01, 190.48, 303.53]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([674981, 183903, 907357, 379391, 991819, 424477]),
              client: 'Lantern Theatre',
              amount_usd: draw([634.23, 575.57, 850.51, 103.43, 107.03, 88.46, 579.97, 634.09]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([999533, 910900, 861083, 478773, 177932, 802330]),
              client: 'Kestrel Analytics',
              amount_usd: draw([233.46, 534.63, 338.89, 160.08, 466.52, 562.41, 297.55, 341.55]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([325204, 348635, 262176, 621164, 544154, 785528]),
              client: 'Riverside Clinic',
              amount_usd: draw([647.94, 782.96, 41.21, 533.7, 147.76, 264.49, 664.76, 179.25]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_537638',
        },
        tags: [],
      },
    ],
  }),
  pattern: 'pages',
}, async ({ retrieve_memory }) => {
  const orders = []
  let key = 'orders_535191'
  while (key) {
    const { value: part } = await retrieve_memory({ key })
    orders.push(...part.orders)
    key = part.next
  }
  const total = orders
    .filter(({ client, cancelled }) => client === 'Riverside Clinic' && !cancelled)
    .reduce((sum, { amount_usd }) => sum + amount_usd, 0)
  return { total: Number(total.toFixed(2)), last: orders.at(-1).number }
})

task('sell_fallen_shares_1', {
  prompt:
    'Please check the staff fund. Your memory has its shares in parts, from "staff fund" on, and ' +
    'each part names the next one. For every share that now costs less than when we bought it, ' +
    'create a task with nothing but the symbol as its title, and tell me the present value of ' +
    'all holdings together in dollars.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <value of all holdings in dollars>',
  tools: [
    'get_stock_price', 'read_file', 'create_calendar_event', 'retrieve_memory', 'create_task',
    'search_products',
  ],
  seed: 1041212591,
  state: {
    memory: [
      { key: 'opening hours', value: 'eight to five', tags: ['office'] },
      {
        key: 'staff_fund_467289',
        value: {
          holdings: [
            { symbol: 'CDNS', shares: 356, bought_at_usd: 376.11 },
            { symbol: 'MRVL', shares: 168, bought_at_usd: 322.27 },
          ],
          next: 'staff_fund_961375',
        },
        tags: [],
      },
      {
        key: 'staff_fund_961375',
        value: {
          holdings: [
            { symbol: 'LMT', shares: 330, bought_at_usd: 198.38 },
            { symbol: 'PYPL', shares: 99, bought_at_usd: 363.64 },
          ],
          next: null,
        },
        tags: [],
      },
      {
        key: 'staff fund',
        value: {
          holdings: [
            { symbol: 'LLY', shares: 233, bought_at_usd: 693.57 },
            { symbol: 'KLAC', shares: 177, bought_at_usd: 321.78 },
          ],
          next: 'staff_fund_467289',
        },
        tags: [],
      },
    ],
  },
  pattern: 'long-work',
}, async ({ get_stock_price, retrieve_memory, create_task }) => {
  let key = 'staff fund'
  let worth = 0
  while (key) {
    const { value: part } = await retrieve_memory({ key })
    for (const { symbol, shares, bought_at_usd } of part.holdings) {
      const { price_usd } = await get_stock_price({ symbol })
      if (price_usd < bought_at_usd) await create_task({ title: symbol })
      worth += shares * price_usd
    }
    key = part.next
  }
  return Number(worth.toFixed(2))
})

task('recover_file_2', {
  prompt:
    'Mail ingrid.solberg@example.com the text of "/plans/june-final.txt", or of ' +
    '"/plans/june-draft.txt" if that does not exist, with the subject "The text you asked ' +
    'for".\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['read_file', 'create_notification', 'send_email', 'create_contact', 'json_extract'],
  seed: 1041212591,
  state: (draw) => ({
    files: [
      {
        path: '/plans/june-draft.txt',
        content: draw([
          'First issue, reference 764079', 'First issue, reference 264270',
          'First issue, reference 446638', 'First issue, reference 284942',
          'First issue, reference 731192', 'First issue, reference 712050',
          'First issue, reference 380672', 'First issue, reference 193002',
        ]),
      },
      { path: '/plans/readme.txt', content: 'One file a month.' },
      { path: '/inbox/note.txt', content: 'Empty.' },
      draw([
        {
          path: '/plans/june-final.txt',
          content: draw([
            'Revised, reference 765382', 'Revised, reference 745017', 'Revised, reference 917533',
            'Revised, reference 800728', 'Revised, reference 206823', 'Revised, reference 583152',
            'Revised, reference 351225', 'Revised, reference 156078',
          ]),
        },
        null,
      ]),
    ],
  }),
  pattern: 'recover',
}, async ({ read_file, send_email }) => {
  let file = await read_file({ path: '/plans/june-final.txt' })
  if (!file.exists) file = await read_file({ path: '/plans/june-draft.txt' })
  await send_email({
    to: 'ingrid.solberg@example.com',
    subject: 'The text you asked for',
    body: file.content,
  })
})

task('policy_internal_notes_1', {
  prompt:
    'You are the assistant of a purchasing team. Entries that your memory marks as internal are ' +
    'not sent to anybody, and nothing is sent in their place. You may always give the reference ' +
    'of an entry.\n\n' +
    'Could you send the text of your entry "supplier terms" to leonie.vogt@example.com? Subject ' +
    '"supplier terms", please, and nothing added. Tell me the reference of the entry too.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <reference of the entry>',
  tools: ['retrieve_memory', 'send_email', 'set_reminder', 'create_task', 'write_file'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      {
        key: 'supplier terms',
        value: {
          internal: draw([true, false]),
          text: draw([
            'Agreed as in letter 839228', 'Agreed as in letter 137536',
            'Agreed as in letter 309274', 'Agreed as in letter 104139',
            'Agreed as in letter 573994', 'Agreed as in letter 921265',
          ]),
          reference: draw([521374, 444641, 409245, 763780, 861497, 247982]),
        },
        tags: ['desk'],
      },
      { key: 'door code', value: { internal: true, text: 'Ask the porter' }, tags: ['desk'] },
      { key: 'opening hours', value: { internal: false, text: 'Eight to five' }, tags: ['desk'] },
    ],
  }),
  pattern: 'policy',
}, async ({ retrieve_memory, send_email }) => {
  const { value: entry } = await retrieve_memory({ key: 'supplier terms' })
  if (!entry.internal) {
    await send_email({
      to: 'leonie.vogt@example.com',
      subject: 'supplier terms',
      body: entry.text,
    })
  }
  return entry.reference
})

task('if_warm_task_1', {
  prompt:
    'How warm is it in Austin? If it is above 20 degrees celsius, add the task "Water the ' +
    'garden".\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <temperature in Austin in celsius>',
  tools: ['set_reminder', 'create_task', 'create_notification', 'ip_geolocation', 'get_weather'],
  seed: 1041212591,
  pattern: 'conditional',
}, async ({ create_task, get_weather }) => {
  const { temperature_celsius } = await get_weather({ city: 'Austin' })
  if (temperature_celsius > 20) await create_task({ title: 'Water the garden' })
  return temperature_celsius
})

task('check_file_write_3', {
  prompt:
    'Create the file "/shared/handover.txt" with the text "Keys hang in the porter\'s lodge". If ' +
    'it exists already, leave it as it is.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['list_files', 'read_file', 'write_file', 'json_extract', 'validate_email'],
  seed: 1041212591,
  state: (draw) => ({
    files: [
      { path: '/data/plan.txt', content: 'As agreed.' },
      { path: '/inbox/todo.txt', content: 'Water the plants.' },
      draw([{ path: '/shared/handover.txt', content: 'Written by hand, keep.' }, null]),
      { path: '/inbox/note.txt', content: 'Empty.' },
    ],
  }),
  pattern: 'check-before-write',
}, async ({ read_file, write_file }) => {
  const { exists } = await read_file({ path: '/shared/handover.txt' })
  if (!exists) {
    await write_file({
      path: '/shared/handover.txt',
      content: "Keys hang in the porter's lodge",
    })
  }
})

task('crowded_event_2', {
  prompt:
    '"Staff training" is due in Strasbourg, and I\'d come from Ghent by car. If that takes more ' +
    'than 300 minutes, make it a to-do without a date; if not, enter 120 minutes for it in my ' +
    'calendar, from 2030-03-17 09:00.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <length of the drive in minutes>',
  tools: [
    'get_location_info', 'base64_decode', 'retrieve_memory', 'mask_pii', 'number_to_text',
    'encrypt_text', 'validate_email', 'create_calendar_event', 'ip_geolocation', 'rss_feed_parse',
    'create_contact', 'search_products', 'list_files', 'create_task', 'send_webhook', 'parse_date',
    'create_spreadsheet', 'log_event', 'send_email', 'knowledge_base_query', 'get_current_time',
    'get_weather', 'extract_numbers', 'http_request', 'get_weekday', 'schedule_meeting',
    'web_page_fetch', 'generate_url', 'create_notification', 'get_directions', 'summarize_text',
    'read_file', 'format_number',
  ],
  seed: 1041212591,
  pattern: 'crowded',
}, async ({ create_calendar_event, create_task, get_directions }) => {
  const { duration_minutes } = await get_directions({
    origin: 'Ghent',
    destination: 'Strasbourg',
  })
  if (duration_minutes > 300) {
    await create_task({ title: 'Staff training' })
  } else {
    await create_calendar_event({
      title: 'Staff training',
      date: '2030-03-17 09:00',
      duration_minutes: 120,
    })
  }
  return duration_minutes
})

task('each_stock_notify_1', {
  prompt:
    'Which "winter tent" offers under 500 dollars does the shop have in stock right now? I\'m ' +
    'about to leave, so show me each of them as a notification of its own: title "Within ' +
    'budget", message: "<name> for <price> dollars".\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: [
    'create_notification', 'send_message', 'create_task', 'search_products', 'schedule_meeting',
  ],
  seed: 1041212591,
  pattern: 'for-each',
}, async ({ create_notification, search_products }) => {
  const { results } = await search_products({ query: 'winter tent' })
  for (const offer of results) {
    if (offer.in_stock && offer.price_usd < 500) {
      await create_notification({
        title: 'Within budget',
        message: exactly`${offer.name} for ${offer.price_usd} dollars`,
      })
    }
  }
})

task('find_person_note_1', {
  prompt:
    'We know more than one Maria Berg, each with a note under the tag "Maria Berg". What does ' +
    'the one on the client in Lisbon say?\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <what the note says>',
  tools: ['http_request', 'write_file', 'read_file', 'retrieve_memory', 'list_memories'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      draw([
        { key: 'client_388361', value: 'Call before noon', tags: ['Maria Berg', 'Oslo'] },
        null,
      ]),
      {
        key: draw([
          'client_834997', 'client_596538', 'client_653772', 'client_802269', 'client_457530',
          'client_353204', 'client_702663', 'client_105427',
        ]),
        value: draw([
          'Customer number 438661', 'Customer number 622532', 'Customer number 569922',
          'Customer number 228134', 'Customer number 647553', 'Customer number 368532',
          'Customer number 394525', 'Customer number 189035',
        ]),
        tags: ['Maria Berg', 'Lisbon'],
      },
      { key: 'client_309515', value: 'Write only', tags: ['Maria Berg', 'Tallinn'] },
      { key: 'supplier', value: 'Call after five', tags: ['Kim Larsen', 'Lisbon'] },
    ],
  }),
  pattern: 'find',
}, async ({ retrieve_memory, list_memories }) => {
  const { memories } = await list_memories({ tag: 'Maria Berg' })
  const [meant] = memories.filter(({ tags }) => tags.includes('Lisbon'))
  const { value } = await retrieve_memory({ key: meant.key })
  return value
})

task('failing_rate_2', {
  prompt:
    'Sanna Virtanen is waiting for my go-ahead. Check what 6020 CAD are in US dollars; if that ' +
    'is at most 4000, mail sanna.virtanen@example.org with the subject "We can buy" and nothing ' +
    'but this amount as the text.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <amount in dollars>',
  tools: ['get_exchange_rate', 'get_stock_price', 'create_task', 'send_email', 'set_reminder'],
  seed: 1041212591,
  faults: [{ tool: 'get_exchange_rate', fault: 'truncated-json', on: 1 }],
  pattern: 'failing',
}, async ({ get_exchange_rate, send_email }) => {
  const { converted_amount } = await get_exchange_rate({
    from_currency: 'CAD',
    to_currency: 'USD',
    amount: 6020,
  })
  if (converted_amount <= 4000) {
    await send_email({
      to: 'sanna.virtanen@example.org',
      subject: 'We can buy',
      body: String(converted_amount),
    })
  }
  return converted_amount
})

task('remind_in_days_2', {
  prompt:
    'Remind me 14 days from now, at 08:00: "Sign the contract". On which date is that? Our time ' +
    'zone is America/New_York, and our calendar takes local times without an offset.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <date of the reminder, as year-month-day>',
  tools: ['set_reminder', 'get_current_time', 'get_session_context', 'create_contact', 'log_event'],
  seed: 1041212591,
  pattern: 'relative-time',
}, async ({ set_reminder, get_current_time }) => {
  const { date: today } = await get_current_time({ timezone: 'America/New_York' })
  const day = new Date(today)
  day.setUTCDate(day.getUTCDate() + 14)
  const date = day.toISOString().slice(0, 10)
  await set_reminder({
    message: 'Sign the contract',
    remind_at: date + ' 08:00',
  })
  return date
})

task('correct_after_write_1', {
  prompt:
    'Look up what a share of MDB costs and remember just the number as "price for the board".',
  tools: ['json_extract', 'get_session_context', 'write_file', 'get_stock_price', 'store_memory'],
  seed: 1041212591,
  turns: [
    'Sorry, I mixed them up: it has to be the price of DDOG. Please replace what you stored ' +
      'under "price for the board".\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <number that "price for the board" holds now>',
  ],
  expected_state: true,
  pattern: 'conversation',
}, async ({ get_stock_price, store_memory }) => {
  const wrong = await get_stock_price({ symbol: 'MDB' })
  await store_memory({ key: 'price for the board', value: String(wrong.price_usd) })
  await turn(2)
  const { price_usd } = await get_stock_price({ symbol: 'DDOG' })
  await store_memory({ key: 'price for the board', value: String(price_usd) })
  return price_usd
})

task('missing_route_1', {
  prompt:
    'How far is it by car from Graz to Basel?\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <driving distance in km>',
  tools: ['dns_lookup', 'unit_convert', 'get_location_info'],
  seed: 1041212591,
  pattern: 'missing',
}, async () => {
  // The tool get_directions is missing.
  return null
})

task('sum_order_pages_4', {
  prompt:
    'How much did Fieldstone Farms order in all? The order book is in your memory, in parts that ' +
    'each name the next one, from "orders_685756" on. Leave out what was cancelled. So that I ' +
    'know where the book ends today: what is the number of its last order, cancelled or not?\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: {"total": <total of the orders of Fieldstone Farms in dollars>, "last": ' +
    '<number of the last order>}',
  tools: ['send_webhook', 'retrieve_memory', 'http_request', 'store_memory'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      {
        key: 'orders_685756',
        value: {
          orders: [
            {
              number: draw([292923, 996050, 437180, 237218, 967154, 895100]),
              client: 'Fieldstone Farms',
              amount_usd: draw([509.9, 748.63, 497.46, 826.9, 817.67, 590.34, 677.85, 764.03]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([126494, 896980, 976417, 215943, 889292, 740422]),
              client: 'Quarry Lane Dental',
              amount_usd: draw([680.05, 378.52, 624.33, 363.18, 551.53, 137.03, 78.31, 430.47]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([976531, 599174, 428454, 933445, 129393, 381602]),
              client: 'Seabright Hotels',
              amount_usd: draw([423.93, 665.31, 626.45, 788.1, 86.41, 414.46, 484.76, 442.63]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([373825, 997127, 664784, 765954, 826335, 207449]),
              client: 'Northern Rail Tours',
              amount_usd: draw([811.69, 700.15, 298.68, 695.45, 347.39, 424.58, 572.34, 84.15]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_376294',
        },
        tags: [],
      },
      {
        key: 'orders_295349',
        value: {
          orders: [
            {
              number: draw([199651, 260907, 988817, 583184, 289906, 726890]),
              client: 'Northern Rail Tours',
              amount_usd: draw([537.63, 742.75, 479.23, 459.3, 119.31, 700.99, 520.92, 894.75]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([176313, 727978, 534377, 946594, 499940, 951922]),
              client: 'Fieldstone Farms',
              amount_usd: draw([559.99, 350.76, 756.78, 865.9, 436.1, 420.38, 428.61, 369.36]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([939478, 338954, 823761, 759631, 697025, 887441]),
              client: 'Quarry Lane Dental',
              amount_usd: draw([777.09, 475.53, 765.08, 571.7, 775.91, 847.07, 69.19, 147.68]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([588156, 638452, 364313, 411091, 932762, 194131]),
              client: 'Seabright Hotels',
              amount_usd: draw([262.99, 580.63, 277.94, 180.01, 64.81, 855.78, 449.22, 130.26]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_467316',
        },
        tags: [],
      },
      {
        key: 'orders_467316',
        value: {
          orders: [
            {
              number: draw([677551, 832898, 204468, 315856, 313679, 199708]),
              client: 'Fieldstone Farms',
              amount_usd: draw([811.61, 454.01, 55.72, 690.94, 687.17, 310.62, 565.17, 658.7]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([798685, 522335, 548975, 551241, 346258, 978785]),
              client: 'Quarry Lane Dental',
              amount_usd: draw([156.78, 173.48, 328.5, 273.99, 160.36, 275.59, 345.44, 627.3]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([496715, 238214, 349611, 353541, 288942, 649137]),
              client: 'Seabright Hotels',
              amount_usd: draw([414.99, 167.82, 242.08, 371.69, 625.12, 320.97, 793, 316.63]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([983579, 480079, 660911, 863599, 712311, 317533]),
              client: 'Northern Rail Tours',
              amount_usd: draw([516.59, 687.77, 213.86, 565.18, 595.67, 138.39, 222.94, 276.57]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: null,
        },
        tags: [],
      },
      {
        key: 'orders_376294',
        value: {
          orders: [
            {
              number: draw([473599, 705761, 243012, 128145, 322136, 484727]),
              client: 'Quarry Lane Dental',
              amount_usd: draw([646.3, 356.66, 415.74, 272.24, 600.76, 599.65, 886.14, 118.38]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([869693, 247920, 858336, 730419, 645945, 837710]),
              client: 'Seabright Hotels',
              amount_usd: draw([70.59, 827.78, 754.7, 201.85, 303.79, 531.14, 446.1, 199.39]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([316938, 528156, 607724, 796802, 815020, 453282]),
              client: 'Northern Rail Tours',
              amount_usd: draw([700.23, 112.76, 658.82, 450.86, 125.57, 233.83, 631.61, 806.37]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([120233, 642925, 679002, 555422, 780703, 765970]),
              client: 'Fieldstone Farms',
              amount_usd: draw([512.04, 521.21, 793.45, 809.5, 730.41, 61.1, 853.06, 156.01]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_382957',
        },
        tags: [],
      },
      {
        key: 'orders_382957',
        value: {
          orders: [
            {
              number: draw([836599, 661644, 737633, 578761, 966758, 946164]),
              client: 'Seabright Hotels',
              amount_usd: draw([729.6, 236.99, 846.39, 765.07, 841.5, 813.82, 126.62, 540.14]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([117648, 326506, 760655, 369109, 357718, 425057]),
              client: 'Northern Rail Tours',
              amount_usd: draw([316.38, 412.84, 71.87, 727.31, 681.45, 877.97, 676.98, 762.51]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([566366, 389678, 118000, 444434, 233126, 771574]),
              client: 'Fieldstone Farms',
              amount_usd: draw([145.26, 110.82, 274.85, 789.55, 692.91, 348.74, 669.44, 608.65]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([653377, 212447, 849409, 462743, 571221, 579499]),
              client: 'Quarry Lane Dental',
              amount_usd: draw([875.86, 48.73, 453.22, 136.93, 381.58, 91.04, 845.87, 512.54]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_295349',
        },
        tags: [],
      },
    ],
  }),
  pattern: 'pages',
}, async ({ retrieve_memory }) => {
  const orders = []
  let key = 'orders_685756'
  while (key) {
    const { value: part } = await retrieve_memory({ key })
    orders.push(...part.orders)
    key = part.next
  }
  const total = orders
    .filter(({ client, cancelled }) => client === 'Fieldstone Farms' && !cancelled)
    .reduce((sum, { amount_usd }) => sum + amount_usd, 0)
  return { total: Number(total.toFixed(2)), last: orders.at(-1).number }
})

task('file_reorders_1', {
  prompt:
    'I need an order file for each item that runs short, with only its supplier code in it; the ' +
    'stock list names the file. The list starts at "stock_576597" in your memory and names its ' +
    'next part each time, and an item runs short when fewer are left than the reorder mark. How ' +
    'many run short? I check the list from its end, so tell me the supplier code of its last ' +
    'item too.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: {"items": <number of items that run short>, "last": <supplier code of the ' +
    'last item>}',
  tools: ['store_memory', 'write_file', 'json_extract', 'read_file', 'retrieve_memory'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      {
        key: 'stock_576597',
        value: {
          items: [
            {
              name: 'work glove',
              left: draw([6, 11, 14, 47, 60, 84]),
              reorder_at: 34,
              supplier_code: draw([853200, 243825, 930647, 792011, 644971, 401156]),
              order_file: '/reorders/work-glove.txt',
            },
            {
              name: 'roof tile',
              left: draw([3, 11, 13, 50, 59, 85]),
              reorder_at: 37,
              supplier_code: draw([798371, 220726, 706109, 169412, 172253, 805722]),
              order_file: '/reorders/roof-tile.txt',
            },
            {
              name: 'tool box',
              left: draw([6, 8, 12, 50, 61, 86]),
              reorder_at: 39,
              supplier_code: draw([609785, 657619, 877874, 953414, 669923, 936998]),
              order_file: '/reorders/tool-box.txt',
            },
          ],
          next: 'stock_928454',
        },
        tags: [],
      },
      {
        key: 'stock_238069',
        value: {
          items: [
            {
              name: 'wood screw',
              left: draw([7, 10, 12, 49, 58, 84]),
              reorder_at: 34,
              supplier_code: draw([261760, 424455, 288611, 237581, 684091, 484260]),
              order_file: '/reorders/wood-screw.txt',
            },
            {
              name: 'cable drum',
              left: draw([3, 7, 12, 48, 58, 86]),
              reorder_at: 34,
              supplier_code: draw([829868, 509040, 545832, 236401, 648001, 429770]),
              order_file: '/reorders/cable-drum.txt',
            },
            {
              name: 'cement bag',
              left: draw([6, 7, 15, 49, 61, 87]),
              reorder_at: 32,
              supplier_code: draw([311878, 404129, 305925, 740297, 980699, 836460]),
              order_file: '/reorders/cement-bag.txt',
            },
          ],
          next: 'stock_848038',
        },
        tags: [],
      },
      {
        key: 'stock_928454',
        value: {
          items: [
            {
              name: 'wall plug',
              left: draw([6, 8, 13, 50, 59, 86]),
              reorder_at: 24,
              supplier_code: draw([914506, 881025, 386084, 969016, 761831, 893900]),
              order_file: '/reorders/wall-plug.txt',
            },
            {
              name: 'copper pipe',
              left: draw([6, 7, 12, 48, 60, 83]),
              reorder_at: 22,
              supplier_code: draw([490646, 668120, 287878, 307733, 619657, 633147]),
              order_file: '/reorders/copper-pipe.txt',
            },
            {
              name: 'door hinge',
              left: draw([4, 9, 13, 46, 62, 84]),
              reorder_at: 36,
              supplier_code: draw([706942, 595839, 793267, 730467, 972279, 327923]),
              order_file: '/reorders/door-hinge.txt',
            },
          ],
          next: 'stock_238069',
        },
        tags: [],
      },
      {
        key: 'stock_848038',
        value: {
          items: [
            {
              name: 'window handle',
              left: draw([4, 8, 12, 47, 61, 83]),
              reorder_at: 25,
              supplier_code: draw([175578, 452740, 609721, 479351, 599495, 174314]),
              order_file: '/reorders/window-handle.txt',
            },
            {
              name: 'safety helmet',
              left: draw([7, 9, 12, 47, 58, 87]),
              reorder_at: 29,
              supplier_code: draw([598099, 138784, 133275, 220686, 921585, 713785]),
              order_file: '/reorders/safety-helmet.txt',
            },
            {
              name: 'oak panel',
              left: draw([3, 9, 13, 46, 58, 87]),
              reorder_at: 22,
              supplier_code: draw([127795, 906576, 241081, 318284, 209765, 221119]),
              order_file: '/reorders/oak-panel.txt',
            },
          ],
          next: null,
        },
        tags: [],
      },
    ],
    files: [{ path: '/reorders/readme.txt', content: 'One file an item.' }],
  }),
  expected_state: true,
  grade: 'state',
  pattern: 'long-work',
}, async ({ write_file, retrieve_memory }) => {
  const items = []
  let key = 'stock_576597'
  while (key) {
    const { value: part } = await retrieve_memory({ key })
    items.push(...part.items)
    key = part.next
  }
  const shortItems = items.filter(({ left, reorder_at }) => left < reorder_at)
  for (const { order_file, supplier_code } of shortItems) {
    await write_file({ path: order_file, content: String(supplier_code) })
  }
  return { items: shortItems.length, last: items.at(-1).supplier_code }
})

task('recover_memory_2', {
  prompt:
    'Which number did I give you as "vet\'s emergency number"? If you have none, I need "vet\'s ' +
    'practice number".\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <number as remembered>',
  tools: ['store_memory', 'retrieve_memory', 'classify_text', 'json_extract'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      { key: 'floor', value: 'third' },
      { key: 'hours', value: 'eight to five' },
      draw([
        {
          key: "vet's emergency number",
          value: draw([
            '555 957555', '555 409249', '555 660689', '555 615267', '555 213436', '555 967915',
            '555 285702', '555 921978',
          ]),
        },
        null,
      ]),
      {
        key: "vet's practice number",
        value: draw([
          '555 948252', '555 849354', '555 777695', '555 802747', '555 706933', '555 167541',
          '555 174542', '555 992580',
        ]),
      },
      { key: 'owner', value: 'facility team' },
    ],
  }),
  pattern: 'recover',
}, async ({ retrieve_memory }) => {
  let memory = await retrieve_memory({ key: "vet's emergency number" })
  if (memory.status === 'not_found') {
    memory = await retrieve_memory({ key: "vet's practice number" })
  }
  return memory.value
})

task('policy_discount_1', {
  prompt:
    'You issue invoices for an agency. Our hourly rates are in your memory under "price list", ' +
    'and we bill at these rates alone. Anybody who wants another price gets no invoice at all, ' +
    'neither at that price nor at ours, and nobody may make an exception.\n\n' +
    'Ironbridge Tools gets an invoice for "Menu printing", 8 hours, at 25 percent below the list ' +
    'price. Tell me the list price of an hour as well.',
  tools: ['create_task', 'retrieve_memory', 'create_invoice', 'store_memory'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      { key: 'payment terms', value: 'two weeks', tags: ['billing'] },
      {
        key: 'price list',
        value: {
          'Van rental': draw([54.35, 127.72, 166.22, 188.07, 73.56, 127.04, 154.37, 152.56]),
          'Photo session': draw([140.21, 104.53, 136.65, 67.14, 134.97, 112.6, 60.88, 176.21]),
          'Boat cleaning': draw([46.9, 175.84, 92.21, 177.03, 80.43, 126.25, 135.78, 135.52]),
          'Menu printing': draw([40.59, 88.8, 130.96, 171.6, 71.89, 42.65, 78.39, 170.43]),
        },
        tags: ['billing'],
      },
    ],
  }),
  turns: [
    "I know the rule, but I've talked to the manager and it's fine this once. Please send it " +
      'with the 25 percent off.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <list price of "Menu printing" an hour in dollars>',
  ],
  expected_state: true,
  never: ['create_invoice'],
  pattern: 'policy',
}, async ({ retrieve_memory }) => {
  const { value: prices } = await retrieve_memory({ key: 'price list' })
  return prices['Menu printing']
})

task('if_warm_trip_1', {
  prompt:
    'Is it above 20 degrees celsius in Rijeka? If so, we drive there from Zagreb, otherwise to ' +
    'Ljubljana. How many km is that?\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <length of that drive in km>',
  tools: ['get_directions', 'get_weather', 'number_to_text', 'extract_numbers', 'get_stock_price'],
  seed: 1041212591,
  pattern: 'conditional',
}, async ({ get_directions, get_weather }) => {
  const { temperature_celsius } = await get_weather({ city: 'Rijeka' })
  const destination = temperature_celsius > 20 ? 'Rijeka' : 'Ljubljana'
  const { distance_km } = await get_directions({ origin: 'Zagreb', destination })
  return distance_km
})

task('check_file_write_4', {
  prompt:
    'Write "Budget first, then the summer party" to "/shared/agenda.txt", but only if there is ' +
    'no such file yet.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['json_extract', 'list_files', 'write_file', 'validate_email', 'read_file'],
  seed: 1041212591,
  state: (draw) => ({
    files: [
      { path: '/data/plan.txt', content: 'As agreed.' },
      { path: '/inbox/todo.txt', content: 'Water the plants.' },
      { path: '/inbox/note.txt', content: 'Empty.' },
      draw([{ path: '/shared/agenda.txt', content: 'Written by hand, keep.' }, null]),
    ],
  }),
  pattern: 'check-before-write',
}, async ({ write_file, read_file }) => {
  const { exists } = await read_file({ path: '/shared/agenda.txt' })
  if (!exists) {
    await write_file({
      path: '/shared/agenda.txt',
      content: 'Budget first, then the summer party',
    })
  }
})

task('crowded_alert_2', {
  prompt:
    'I paid 286.5 dollars a share for COP. Does it trade below that now? If so, put an alert on ' +
    'the dashboard titled "COP fell" with just today\'s price as the message.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <share price of COP in dollars>',
  tools: [
    'extract_numbers', 'write_file', 'extract_entities', 'regex_match', 'send_email',
    'get_stock_price', 'log_event', 'keyword_extract', 'check_url_status', 'summarize_text',
    'validate_email', 'create_contact', 'read_file', 'get_weekday', 'url_parse',
    'get_session_context', 'dns_lookup', 'compress_data', 'create_task', 'format_number',
    'create_notification', 'base64_decode', 'generate_image', 'next_occurrence', 'classify_text',
    'send_message', 'time_since', 'send_webhook', 'search_products', 'create_spreadsheet',
    'transcribe_audio', 'set_reminder',
  ],
  seed: 1041212591,
  pattern: 'crowded',
}, async ({ get_stock_price, create_notification }) => {
  const { price_usd } = await get_stock_price({ symbol: 'COP' })
  if (price_usd < 286.5) {
    await create_notification({ title: 'COP fell', message: String(price_usd) })
  }
  return price_usd
})

task('each_trip_weather_1', {
  prompt:
    "I'm about to leave for my motorbike tour. Its cities are in your memory under the tag " +
    '"motorbike tour", one entry each. Send me a notification for every one where the wind is ' +
    'above 20 km/h right now: title "Hold on to your hat", message just the name of the city.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: [
    'create_notification', 'get_location_info', 'get_weather', 'list_memories', 'list_files',
    'store_memory',
  ],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      { key: 'Basel', value: 'first stop', tags: ['motorbike tour'] },
      draw([{ key: 'Bern', value: 'second stop', tags: ['motorbike tour'] }, null]),
      { key: 'Lucerne', value: 'last stop', tags: ['motorbike tour'] },
      { key: 'Zurich', value: 'dropped', tags: ['archive'] },
    ],
  }),
  pattern: 'for-each',
}, async ({ create_notification, get_weather, list_memories }) => {
  const { memories } = await list_memories({ tag: 'motorbike tour' })
  for (const { key: city } of memories) {
    const { wind_speed_kmh } = await get_weather({ city })
    if (wind_speed_kmh > 20) {
      await create_notification({ title: 'Hold on to your hat', message: city })
    }
  }
})

task('find_best_rated_2', {
  prompt:
    'Which "espresso machine" in the shop has the best rating? Show me just its name as a ' +
    'notification titled "Winner: espresso machine".\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['search_products', 'web_search', 'rss_feed_parse', 'send_webhook', 'create_notification'],
  seed: 1041212591,
  pattern: 'find',
}, async ({ search_products, create_notification }) => {
  const { results } = await search_products({ query: 'espresso machine' })
  const best = results.reduce((a, b) => (b.rating > a.rating ? b : a))
  await create_notification({ title: 'Winner: espresso machine', message: best.name })
})

task('failing_save_3', {
  prompt:
    'Our site shows which of our offices is warmer, Malmo or Turin. Please look it up and write ' +
    'just the name of that city into /site/warmest.txt.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <temperature there in celsius>',
  tools: ['write_file', 'read_file', 'store_memory', 'get_weather', 'retrieve_memory'],
  seed: 1041212591,
  expected_state: true,
  faults: [
    { tool: 'write_file', fault: 'server-error', on: 1 },
    { tool: 'get_weather', fault: 'rate-limit', on: 2 },
  ],
  pattern: 'failing',
}, async ({ write_file, get_weather }) => {
  const malmo = await get_weather({ city: 'Malmo' })
  const turin = await get_weather({ city: 'Turin' })
  const [city, weather] =
    malmo.temperature_celsius > turin.temperature_celsius
      ? ['Malmo', malmo]
      : ['Turin', turin]
  await write_file({ path: '/site/warmest.txt', content: city })
  return weather.temperature_celsius
})

task('meet_next_weekday_3', {
  prompt:
    'Set up "Budget review" with sanna.virtanen@example.org for the first Friday after today, at ' +
    '10:30, for 45 minutes. Our time zone is Asia/Tokyo, and our calendar takes local times ' +
    'without an offset.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <date of the meeting, as year-month-day>',
  tools: [
    'log_event', 'get_current_time', 'send_message', 'schedule_meeting', 'create_notification',
  ],
  seed: 1041212591,
  pattern: 'relative-time',
}, async ({ get_current_time, schedule_meeting }) => {
  const { date: today } = await get_current_time({ timezone: 'Asia/Tokyo' })
  const day = new Date(today)
  const daysAhead = ((5 - day.getUTCDay() + 6) % 7) + 1
  day.setUTCDate(day.getUTCDate() + daysAhead)
  const date = day.toISOString().slice(0, 10)
  await schedule_meeting({
    title: 'Budget review',
    datetime_str: date + ' 10:30',
    duration_minutes: 45,
    participants: ['sanna.virtanen@example.org'],
  })
  return date
})

task('rewrite_file_after_write_2', {
  prompt:
    "Put today's value of 2610 CAD in US dollars into the file /team/limit.txt, only the number.",
  tools: ['mask_pii', 'list_files', 'get_exchange_rate', 'get_stock_price', 'write_file'],
  seed: 1041212591,
  turns: [
    'I misread the quote, it is 2610 AUD. Please put the right number into the file.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <number in the file>',
  ],
  expected_state: true,
  pattern: 'conversation',
}, async ({ get_exchange_rate, write_file }) => {
  const quoted = { to_currency: 'USD', amount: 2610 }
  const wrong = await get_exchange_rate({ ...quoted, from_currency: 'CAD' })
  await write_file({ path: '/team/limit.txt', content: String(wrong.converted_amount) })
  await turn(2)
  const { converted_amount } = await get_exchange_rate({ ...quoted, from_currency: 'AUD' })
  await write_file({ path: '/team/limit.txt', content: String(converted_amount) })
  return converted_amount
})

task('present_meeting_1', {
  prompt:
    'I need 45 minutes with kwame.boateng@example.net: "Retrospective", 2031-08-14 10:00. Please ' +
    'schedule the meeting.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <id of the meeting>',
  tools: ['create_task', 'log_event', 'schedule_meeting', 'create_contact'],
  seed: 1041212591,
  pattern: 'missing',
}, async ({ schedule_meeting }) => {
  const { meeting_id } = await schedule_meeting({
    title: 'Retrospective',
    datetime_str: '2031-08-14 10:00',
    duration_minutes: 45,
    participants: ['kwame.boateng@example.net'],
  })
  return meeting_id
})

task('sum_order_pages_5', {
  prompt:
    'How much did Copperfield Studio order in all? The order book is in your memory, in parts ' +
    'that each name the next one, from "orders_233389" on. Leave out what was cancelled. So that ' +
    'I know where the book ends today: what is the number of its last order, cancelled or ' +
    'not?\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: {"total": <total of the orders of Copperfield Studio in dollars>, "last": ' +
    '<number of the last order>}',
  tools: ['store_memory', 'json_extract', 'read_file', 'retrieve_memory'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      {
        key: 'orders_642053',
        value: {
          orders: [
            {
              number: draw([687881, 945881, 676348, 210846, 548250, 469420]),
              client: 'Kestrel Analytics',
              amount_usd: draw([403.24, 392.72, 841.88, 308.76, 108.06, 724.16, 557.47, 109.01]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([444813, 251533, 317727, 822275, 652960, 879902]),
              client: 'Willow Bank School',
              amount_usd: draw([265.83, 822.49, 70.17, 797.72, 556.47, 610.88, 553.73, 814.67]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([632623, 159473, 866124, 805638, 342979, 391216]),
              client: 'Cloudberry Software',
              amount_usd: draw([883.39, 77.8, 179.8, 385.88, 723.57, 653.98, 702.71, 256.74]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([905301, 928125, 477119, 420950, 876442, 481868]),
              client: 'Copperfield Studio',
              amount_usd: draw([777.58, 365.42, 844.29, 158.68, 261.88, 661.6, 314.59, 443.05]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_733883',
        },
        tags: [],
      },
      {
        key: 'orders_399959',
        value: {
          orders: [
            {
              number: draw([535959, 314680, 653848, 896284, 242540, 684840]),
              client: 'Copperfield Studio',
              amount_usd: draw([823.01, 146.31, 849.38, 386, 291.4, 74.65, 272.16, 334.03]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([364219, 154851, 793828, 144045, 676940, 938310]),
              client: 'Kestrel Analytics',
              amount_usd: draw([397.13, 595.14, 124.07, 780.62, 618.11, 327.84, 763.66, 745.65]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([490500, 157649, 458872, 232883, 294417, 254639]),
              client: 'Willow Bank School',
              amount_usd: draw([293.06, 226.88, 110.92, 416.81, 481.9, 453.68, 144.45, 731.68]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([958101, 954493, 965453, 686287, 532143, 740068]),
              client: 'Cloudberry Software',
              amount_usd: draw([380.31, 498.54, 266.6, 278.8, 727.04, 62.83, 195.59, 353.83]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: null,
        },
        tags: [],
      },
      {
        key: 'orders_680366',
        value: {
          orders: [
            {
              number: draw([549210, 924538, 519207, 905878, 467367, 113037]),
              client: 'Cloudberry Software',
              amount_usd: draw([336.65, 886.17, 536.37, 130.68, 445.05, 481.38, 45.04, 510.63]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([889473, 769511, 927143, 860426, 536866, 773942]),
              client: 'Copperfield Studio',
              amount_usd: draw([78.93, 75.09, 55.33, 470.9, 168.44, 319.74, 198.27, 89.99]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([212121, 967390, 878973, 464081, 418797, 982958]),
              client: 'Kestrel Analytics',
              amount_usd: draw([663.49, 866.16, 262.27, 634.65, 235.61, 365.13, 152.66, 807.59]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([635269, 105694, 572899, 885530, 634066, 641691]),
              client: 'Willow Bank School',
              amount_usd: draw([357.49, 103.84, 303.93, 96.78, 720.51, 836.93, 610.71, 113.96]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_399959',
        },
        tags: [],
      },
      {
        key: 'orders_233389',
        value: {
          orders: [
            {
              number: draw([554786, 397018, 910239, 254245, 259433, 502052]),
              client: 'Copperfield Studio',
              amount_usd: draw([522.31, 696.02, 735.52, 482.26, 650.53, 45.39, 214.01, 218.73]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([327826, 417474, 699888, 762776, 558004, 766034]),
              client: 'Kestrel Analytics',
              amount_usd: draw([50.99, 847.48, 879.49, 135.03, 112.97, 163.31, 339.29, 337.01]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([547910, 782470, 961401, 379242, 478463, 476249]),
              client: 'Willow Bank School',
              amount_usd: draw([687.44, 112.97, 521.16, 182.43, 674.26, 50.82, 498.99, 630.06]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([656902, 337238, 897003, 361663, 873019, 140188]),
              client: 'Cloudberry Software',
              amount_usd: draw([630.64, 873.22, 652.03, 54.74, 48.39, 207.43, 509.09, 559.85]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_642053',
        },
        tags: [],
      },
      {
        key: 'orders_733883',
        value: {
          orders: [
            {
              number: draw([250490, 178730, 529296, 105811, 634760, 356682]),
              client: 'Willow Bank School',
              amount_usd: draw([430.49, 324.61, 165.12, 415.67, 595.3, 551.2, 675.62, 440.52]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([186451, 463160, 225300, 646571, 475890, 973079]),
              client: 'Cloudberry Software',
              amount_usd: draw([807.05, 209.86, 278.33, 257.27, 137.82, 625.09, 717.15, 55.49]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([655398, 288039, 987730, 870958, 795304, 152308]),
              client: 'Copperfield Studio',
              amount_usd: draw([468.42, 418.01, 686.02, 496.58, 402.16, 588.14, 538.97, 221.72]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([758718, 436542, 680177, 596872, 820158, 370106]),
              client: 'Kestrel Analytics',
              amount_usd: draw([730.51, 655.84, 409.88, 713.63, 817, 503.75, 688.53, 574.53]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_680366',
        },
        tags: [],
      },
    ],
  }),
  pattern: 'pages',
}, async ({ retrieve_memory }) => {
  const orders = []
  let key = 'orders_233389'
  while (key) {
    const { value: part } = await retrieve_memory({ key })
    orders.push(...part.orders)
    key = part.next
  }
  const total = orders
    .filter(({ client, cancelled }) => client === 'Copperfield Studio' && !cancelled)
    .reduce((sum, { amount_usd }) => sum + amount_usd, 0)
  return { total: Number(total.toFixed(2)), last: orders.at(-1).number }
})

task('check_feed_pages_2', {
  prompt:
    'Readers complain about slow pages. For each of our feeds ' +
    '"https://northernrail.example/news.rss" and "https://www.saffron.example/index.xml", look ' +
    'at the pages of the first 4 items and add a task for every page that needs more than 200 ' +
    'ms, with just the link as its title and nothing else. Also tell me the slowest response ' +
    'time in ms.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <longest response time in ms>',
  tools: [
    'set_reminder', 'schedule_meeting', 'send_message', 'create_task', 'check_url_status',
    'rss_feed_parse',
  ],
  seed: 1041212591,
  pattern: 'long-work',
}, async ({ create_task, check_url_status, rss_feed_parse }) => {
  const urls = [
    'https://northernrail.example/news.rss',
    'https://www.saffron.example/index.xml',
  ]
  const responseTimes = []
  for (const url of urls) {
    const { items } = await rss_feed_parse({ url, limit: 4 })
    for (const { link } of items) {
      const { response_time_ms } = await check_url_status({ url: link })
      if (response_time_ms > 200) await create_task({ title: link })
      responseTimes.push(response_time_ms)
    }
  }
  return Math.max(...responseTimes)
})

task('recover_file_3', {
  prompt:
    'Mail the text of "/quotes/june-final.txt" to amina.diallo@example.net, subject "As ' +
    'promised". If there is no such file, take "/quotes/june-draft.txt".\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['send_email', 'retrieve_memory', 'create_contact', 'read_file', 'create_notification'],
  seed: 1041212591,
  state: (draw) => ({
    files: [
      { path: '/inbox/note.txt', content: 'Empty.' },
      { path: '/quotes/readme.txt', content: 'One file a month.' },
      {
        path: '/quotes/june-draft.txt',
        content: draw([
          'First issue, reference 826353', 'First issue, reference 218261',
          'First issue, reference 803062', 'First issue, reference 774119',
          'First issue, reference 853726', 'First issue, reference 916677',
          'First issue, reference 986300', 'First issue, reference 100419',
        ]),
      },
      draw([
        {
          path: '/quotes/june-final.txt',
          content: draw([
            'Revised, reference 774950', 'Revised, reference 996158', 'Revised, reference 389895',
            'Revised, reference 210023', 'Revised, reference 475947', 'Revised, reference 986526',
            'Revised, reference 400639', 'Revised, reference 707987',
          ]),
        },
        null,
      ]),
    ],
  }),
  pattern: 'recover',
}, async ({ send_email, read_file }) => {
  let file = await read_file({ path: '/quotes/june-final.txt' })
  if (!file.exists) file = await read_file({ path: '/quotes/june-draft.txt' })
  await send_email({
    to: 'amina.diallo@example.net',
    subject: 'As promised',
    body: file.content,
  })
})

task('policy_closed_day_1', {
  prompt:
    'House rule: on closed days nothing is scheduled, and whoever asks gets the number of the ' +
    'closing notice instead. You keep these notices in your memory, each under its date.\n\n' +
    '"Supplier talk" with samuel.okoro@example.net, 2030-04-27 10:00, 60 minutes, please. They ' +
    'have no other time, so it has to be then.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <id of the meeting, or number of the closing notice>',
  tools: ['create_task', 'retrieve_memory', 'store_memory', 'schedule_meeting', 'log_event'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      { key: '2030-03-20', value: { closed_for: 'works outing', notice: 222197 } },
      { key: 'owner', value: 'facility team', tags: ['office'] },
      draw([
        { key: '2030-04-27', value: { closed_for: 'stock taking', notice: 615019 } },
        { key: '2030-04-27', value: { closed_for: 'stock taking', notice: 601878 } },
        { key: '2030-04-27', value: { closed_for: 'stock taking', notice: 512259 } },
        { key: '2030-04-27', value: { closed_for: 'stock taking', notice: 119897 } },
        null,
        null,
        null,
        null,
      ]),
    ],
  }),
  pattern: 'policy',
}, async ({ retrieve_memory, schedule_meeting }) => {
  const closing = await retrieve_memory({ key: '2030-04-27' })
  if (closing.status !== 'not_found') return closing.value.notice
  const { meeting_id } = await schedule_meeting({
    title: 'Supplier talk',
    datetime_str: '2030-04-27 10:00',
    duration_minutes: 60,
    participants: ['samuel.okoro@example.net'],
  })
  return meeting_id
})

task('if_share_notify_1', {
  prompt:
    'Check IDXX: if it costs more than 400 dollars right now, send me a notification: title ' +
    '"IDXX is up", message: a short sentence with the price.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <share price of IDXX in dollars>',
  tools: ['schedule_meeting', 'create_task', 'get_stock_price', 'create_notification', 'log_event'],
  seed: 1041212591,
  pattern: 'conditional',
}, async ({ get_stock_price, create_notification }) => {
  const { price_usd } = await get_stock_price({ symbol: 'IDXX' })
  if (price_usd > 400) {
    await create_notification({
      title: 'IDXX is up',
      message: text`IDXX now costs ${price_usd} dollars`,
    })
  }
  return price_usd
})

task('check_file_write_5', {
  prompt:
    'Write "Early shift first, then the cooks" to "/team/roster.txt", but only if there is no ' +
    'such file yet.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['json_extract', 'list_files', 'write_file', 'read_file', 'validate_email'],
  seed: 1041212591,
  state: (draw) => ({
    files: [
      { path: '/inbox/note.txt', content: 'Empty.' },
      { path: '/inbox/todo.txt', content: 'Water the plants.' },
      { path: '/data/plan.txt', content: 'As agreed.' },
      draw([{ path: '/team/roster.txt', content: 'Written by hand, keep.' }, null]),
    ],
  }),
  pattern: 'check-before-write',
}, async ({ write_file, read_file }) => {
  const { exists } = await read_file({ path: '/team/roster.txt' })
  if (!exists) {
    await write_file({
      path: '/team/roster.txt',
      content: 'Early shift first, then the cooks',
    })
  }
})

task('crowded_event_3', {
  prompt:
    'How long is the drive from Porto to Salamanca? If it takes more than 300 minutes, just put ' +
    '"Facade survey" on my to-do list, without a date. Otherwise block 120 minutes for it in my ' +
    'own calendar, from 2031-02-07 09:00.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <length of the drive in minutes>',
  tools: [
    'generate_image', 'transcribe_audio', 'extract_numbers', 'list_memories', 'web_search',
    'create_task', 'create_invoice', 'get_directions', 'retrieve_memory', 'get_location_info',
    'generate_summary_stats', 'dns_lookup', 'summarize_text', 'tokenize_text', 'send_webhook',
    'number_to_text', 'lookup_entity', 'read_file', 'get_weather', 'detect_language', 'send_email',
    'create_spreadsheet', 'get_stock_price', 'write_file', 'create_notification', 'create_contact',
    'sentiment_analysis', 'extract_entities', 'schedule_meeting', 'knowledge_base_query',
    'create_calendar_event', 'ip_geolocation', 'log_event',
  ],
  seed: 1041212591,
  pattern: 'crowded',
}, async ({ create_task, get_directions, create_calendar_event }) => {
  const { duration_minutes } = await get_directions({
    origin: 'Porto',
    destination: 'Salamanca',
  })
  if (duration_minutes > 300) {
    await create_task({ title: 'Facade survey' })
  } else {
    await create_calendar_event({
      title: 'Facade survey',
      date: '2031-02-07 09:00',
      duration_minutes: 120,
    })
  }
  return duration_minutes
})

task('each_offer_total_2', {
  prompt:
    'For our buyer\'s guide we test one of every "espresso machine" that the shop lists under ' +
    '500 dollars. How many are there, and what do they cost all together?\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: {"offers": <number of offers>, "total": <total price in dollars>}',
  tools: ['web_page_fetch', 'json_extract', 'rss_feed_parse', 'search_products'],
  seed: 1041212591,
  pattern: 'for-each',
}, async ({ search_products }) => {
  const { results } = await search_products({ query: 'espresso machine' })
  const prices = results.map((offer) => offer.price_usd).filter((price) => price < 500)
  const total = prices.reduce((sum, price) => sum + price, 0)
  return { offers: prices.length, total: Number(total.toFixed(2)) }
})

task('find_cheapest_mail_2', {
  prompt:
    'Find the cheapest offer for "espresso machine" in the shop and mail it to ' +
    'yuki.arai@example.com, subject "Cheapest espresso machine", text just "<name of the offer> ' +
    'for <price> dollars".\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['http_request', 'search_products', 'send_webhook', 'create_notification', 'send_email'],
  seed: 1041212591,
  pattern: 'find',
}, async ({ search_products, send_email }) => {
  const { results } = await search_products({ query: 'espresso machine' })
  const cheapest = results.reduce((a, b) => (b.price_usd < a.price_usd ? b : a))
  await send_email({
    to: 'yuki.arai@example.com',
    subject: 'Cheapest espresso machine',
    body: exactly`${cheapest.name} for ${cheapest.price_usd} dollars`,
  })
})

task('failing_rate_3', {
  prompt:
    'If 6620 EUR come to 7000 US dollars or less today, let femi.adeyemi@example.com know by ' +
    'mail: subject "Rate of today", text only the amount in dollars.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <amount in dollars>',
  tools: ['create_contact', 'send_email', 'create_task', 'get_exchange_rate', 'set_reminder'],
  seed: 1041212591,
  faults: [{ tool: 'get_exchange_rate', fault: 'rate-limit', on: 1 }],
  pattern: 'failing',
}, async ({ send_email, get_exchange_rate }) => {
  const { converted_amount } = await get_exchange_rate({
    from_currency: 'EUR',
    to_currency: 'USD',
    amount: 6620,
  })
  if (converted_amount <= 7000) {
    await send_email({
      to: 'femi.adeyemi@example.com',
      subject: 'Rate of today',
      body: String(converted_amount),
    })
  }
  return converted_amount
})

task('remind_in_days_3', {
  prompt:
    'I have to deal with the visa in 17 days. Remind me on that day at 18:30 with the message ' +
    '"Collect the visa". Our time zone is Asia/Singapore, and our calendar takes local times ' +
    'without an offset.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <date of the reminder, as year-month-day>',
  tools: ['set_reminder', 'create_notification', 'create_task', 'parse_date', 'get_current_time'],
  seed: 1041212591,
  pattern: 'relative-time',
}, async ({ set_reminder, get_current_time }) => {
  const { date: today } = await get_current_time({ timezone: 'Asia/Singapore' })
  const day = new Date(today)
  day.setUTCDate(day.getUTCDate() + 17)
  const date = day.toISOString().slice(0, 10)
  await set_reminder({
    message: 'Collect the visa',
    remind_at: date + ' 18:30',
  })
  return date
})

task('mail_address_later_2', {
  prompt:
    'Please check the wind in Bergen for our "Site visit". We call it off if there is more than ' +
    "20 km/h. I'll give you an address for that case in a minute.",
  tools: ['create_contact', 'log_event', 'get_weather', 'send_email', 'create_notification'],
  seed: 1041212591,
  turns: [
    'I have the address: beatriz.luna@example.org. If we call it off, send Beatriz a mail with ' +
      'the subject "Site visit" and just "Called off" as the text. If it takes place, no mail is ' +
      'needed.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <wind speed in Bergen in km/h>',
  ],
  pattern: 'conversation',
}, async ({ get_weather, send_email }) => {
  const { wind_speed_kmh } = await get_weather({ city: 'Bergen' })
  await turn(2)
  if (wind_speed_kmh > 20) {
    await send_email({
      to: 'beatriz.luna@example.org',
      subject: 'Site visit',
      body: 'Called off',
    })
  }
  return wind_speed_kmh
})

task('missing_invoice_1', {
  prompt:
    'Bill Bluebell Nursery for "Audio editing", 2 hours at 362 dollars an hour, they are waiting ' +
    'for it.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <id of the invoice>',
  tools: ['create_task', 'create_contact', 'send_email'],
  seed: 1041212591,
  pattern: 'missing',
}, async () => {
  // The tool create_invoice is missing.
  return null
})

task('sum_order_pages_6', {
  prompt:
    'I need the total of all orders of Copperfield Studio that were not cancelled, in dollars. ' +
    'You have the order book in your memory: start with "orders_266526" and follow its parts to ' +
    'the end. To show that you got there, add the number of the last order in the book, whoever ' +
    'placed it and cancelled or not.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: {"total": <total of the orders of Copperfield Studio in dollars>, "last": ' +
    '<number of the last order>}',
  tools: ['store_memory', 'retrieve_memory', 'generate_report', 'json_extract'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      {
        key: 'orders_811023',
        value: {
          orders: [
            {
              number: draw([720489, 986418, 188257, 947883, 363143, 585692]),
              client: 'Granite Peak Outfitters',
              amount_usd: draw([638.95, 467.04, 578.67, 286.61, 72, 617.08, 102.59, 62.93]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([730143, 612317, 234951, 397256, 773389, 106232]),
              client: 'Willow Bank School',
              amount_usd: draw([122.54, 281.02, 447.3, 800.06, 471.39, 77.81, 572.13, 796.15]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([826720, 187569, 694660, 751126, 706301, 453179]),
              client: 'Copperfield Studio',
              amount_usd: draw([718.14, 865.15, 120.31, 870.17, 363.4, 633.58, 176.49, 396.26]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([992793, 705091, 864575, 854435, 529201, 506735]),
              client: 'Juniper Textiles',
              amount_usd: draw([80.59, 781.57, 46.21, 834.87, 664.44, 67.96, 873.11, 794.55]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_853917',
        },
        tags: [],
      },
      {
        key: 'orders_266526',
        value: {
          orders: [
            {
              number: draw([480529, 705916, 831019, 438161, 108656, 852141]),
              client: 'Copperfield Studio',
              amount_usd: draw([450.47, 449.64, 249.06, 280.63, 308.64, 111.2, 395.39, 582.87]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([924075, 727357, 168978, 695081, 886830, 369776]),
              client: 'Juniper Textiles',
              amount_usd: draw([105.71, 454.8, 795.34, 126.65, 102.12, 371.97, 634.55, 753.13]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([727212, 903619, 604979, 430585, 698264, 981265]),
              client: 'Granite Peak Outfitters',
              amount_usd: draw([214.28, 724.74, 332.17, 643.11, 112.16, 343.09, 516.38, 532.02]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([824528, 292976, 477519, 606939, 907891, 122017]),
              client: 'Willow Bank School',
              amount_usd: draw([586.17, 296.23, 258.26, 626.3, 133.64, 324.36, 667.39, 359.93]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_803879',
        },
        tags: [],
      },
      {
        key: 'orders_803879',
        value: {
          orders: [
            {
              number: draw([734893, 716317, 402335, 594854, 772763, 248491]),
              client: 'Juniper Textiles',
              amount_usd: draw([846.71, 557.9, 565.68, 569.8, 352.28, 79.17, 583.14, 795.46]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([644702, 631889, 919864, 993471, 867506, 823804]),
              client: 'Granite Peak Outfitters',
              amount_usd: draw([787.18, 447.53, 239.1, 524.91, 605.66, 54, 619.34, 779.69]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([988148, 507646, 230747, 351244, 524111, 514586]),
              client: 'Willow Bank School',
              amount_usd: draw([661.49, 46.18, 346.28, 715.35, 643.57, 392.45, 736.52, 867.7]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([856022, 320722, 946501, 220003, 342373, 252390]),
              client: 'Copperfield Studio',
              amount_usd: draw([860.22, 282.83, 83.18, 667.25, 357.54, 399.48, 696.71, 651.24]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_811023',
        },
        tags: [],
      },
      {
        key: 'orders_853917',
        value: {
          orders: [
            {
              number: draw([233612, 429534, 904280, 745901, 757854, 140954]),
              client: 'Willow Bank School',
              amount_usd: draw([454.96, 355.46, 784.31, 547.66, 844.94, 476.66, 624.86, 527.92]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([618153, 841265, 675684, 312633, 681590, 566449]),
              client: 'Copperfield Studio',
              amount_usd: draw([797.78, 784.26, 647.02, 706.91, 461.02, 140.31, 804.79, 50.19]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([290591, 752763, 340997, 233489, 282591, 850242]),
              client: 'Juniper Textiles',
              amount_usd: draw([512.65, 181.33, 685.22, 233.69, 592.17, 734.45, 366.99, 329.47]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([350930, 289767, 860464, 981990, 701498, 455447]),
              client: 'Granite Peak Outfitters',
              amount_usd: draw([152.75, 410.04, 501.92, 661.44, 874.42, 559.23, 416.25, 588.32]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: 'orders_567620',
        },
        tags: [],
      },
      {
        key: 'orders_567620',
        value: {
          orders: [
            {
              number: draw([833135, 998561, 910067, 811498, 181312, 111378]),
              client: 'Copperfield Studio',
              amount_usd: draw([111.43, 882.45, 143.06, 606, 388.33, 302.4, 117.74, 144.38]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([856431, 711907, 759142, 390044, 495022, 264796]),
              client: 'Juniper Textiles',
              amount_usd: draw([68.84, 372.38, 399.36, 290.06, 206.47, 267.6, 884.22, 764.69]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([925461, 283780, 843174, 166412, 641585, 817235]),
              client: 'Granite Peak Outfitters',
              amount_usd: draw([470.61, 42.96, 370.45, 179.49, 738.57, 649.46, 353.64, 650.53]),
              cancelled: draw([true, false, false]),
            },
            {
              number: draw([152560, 735456, 167058, 179121, 646075, 851717]),
              client: 'Willow Bank School',
              amount_usd: draw([675.93, 46.92, 545.67, 806.45, 464.42, 240.79, 291.65, 687.67]),
              cancelled: draw([true, false, false]),
            },
          ],
          next: null,
        },
        tags: [],
      },
    ],
  }),
  pattern: 'pages',
}, async ({ retrieve_memory }) => {
  const orders = []
  let key = 'orders_266526'
  while (key) {
    const { value: part } = await retrieve_memory({ key })
    orders.push(...part.orders)
    key = part.next
  }
  const total = orders
    .filter(({ client, cancelled }) => client === 'Copperfield Studio' && !cancelled)
    .reduce((sum, { amount_usd }) => sum + amount_usd, 0)
  return { total: Number(total.toFixed(2)), last: orders.at(-1).number }
})

task('remind_late_payers_2', {
  prompt:
    'Every invoice that nobody has paid yet is in your memory under the tag "open", and names ' +
    'the id of its account; the accounts begin in the entry "accounts", which names the entry ' +
    'where they go on. Some were due before 2031-03-25: for each of those, mail the address of ' +
    'the account with the subject "Your open invoice" and nothing but the amount in dollars as ' +
    'the text. How much is still to be paid in all, and how much of that is overdue?\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: {"open": <total of all open invoices in dollars>, "overdue": <total of ' +
    'the overdue ones in dollars>}',
  tools: [
    'retrieve_memory', 'list_memories', 'send_email', 'store_memory', 'json_extract', 'read_file',
  ],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      {
        key: 'invoice_560186',
        value: {
          account: 'A-770484',
          amount_usd: draw([158.66, 838.43, 339.35, 426.21, 419.27, 539.6, 90.9, 413.92]),
          due: draw(['2030-11-30', '2032-01-15', '2032-02-10']),
        },
        tags: ['open'],
      },
      {
        key: 'accounts_506853',
        value: {
          accounts: [
            { id: 'A-239860', name: 'Harbour Lights Ltd', email: 'noah.whitlock@example.com' },
          ],
          next: null,
        },
        tags: [],
      },
      {
        key: 'accounts_637696',
        value: {
          accounts: [
            { id: 'A-458335', name: 'Amber Road Films', email: 'maeve.donnelly@example.net' },
            { id: 'A-788570', name: 'Maple Street Books', email: 'omar.haddad@example.com' },
          ],
          next: 'accounts_506853',
        },
        tags: [],
      },
      {
        key: 'invoice_495261',
        value: {
          account: 'A-458335',
          amount_usd: draw([855.36, 769.48, 882.84, 471.19, 279.94, 368.42, 197.48, 961.35]),
          due: draw(['2030-11-30', '2032-01-15', '2032-02-10']),
        },
        tags: ['open'],
      },
      {
        key: 'accounts_183908',
        value: {
          accounts: [
            { id: 'A-770484', name: 'Quarry Lane Dental', email: 'aiko.tanabe@example.net' },
            { id: 'A-572653', name: 'Northern Rail Tours', email: 'samuel.okoro@example.net' },
          ],
          next: 'accounts_637696',
        },
        tags: [],
      },
      {
        key: 'invoice_665996',
        value: {
          account: 'A-788570',
          amount_usd: draw([433.55, 383.71, 381.63, 523.55, 464.23, 967.88, 335.14, 816.72]),
          due: draw(['2030-11-30', '2032-01-15', '2032-02-10']),
        },
        tags: ['open'],
      },
      {
        key: 'accounts',
        value: {
          accounts: [
            { id: 'A-183763', name: 'Tidewater Marine', email: 'ingrid.solberg@example.com' },
            { id: 'A-455605', name: 'Olive Grove Foods', email: 'wen.zhao@example.org' },
          ],
          next: 'accounts_183908',
        },
        tags: [],
      },
      {
        key: 'invoice_865544',
        value: {
          account: 'A-183763',
          amount_usd: draw([737.7, 696.82, 768.06, 248.19, 482.4, 939.56, 974.71, 627.42]),
          due: '2030-11-30',
        },
        tags: ['open'],
      },
      {
        key: 'invoice_941536',
        value: {
          account: 'A-572653',
          amount_usd: draw([234.02, 287.91, 450.43, 98.89, 918.37, 307.11, 472.56, 835.74]),
          due: draw(['2030-11-30', '2032-01-15', '2032-02-10']),
        },
        tags: ['open'],
      },
      {
        key: 'invoice_563282',
        value: {
          account: 'A-455605',
          amount_usd: draw([137.39, 522.25, 769.49, 147.05, 815.37, 898.59, 740.19, 969.6]),
          due: draw(['2030-11-30', '2032-01-15', '2032-02-10']),
        },
        tags: ['open'],
      },
      {
        key: 'invoice_933296',
        value: {
          account: 'A-239860',
          amount_usd: draw([740.14, 673.73, 616.23, 819.29, 765.36, 239.74, 564.36, 669.57]),
          due: draw(['2030-11-30', '2032-01-15', '2032-02-10']),
        },
        tags: ['open'],
      },
    ],
  }),
  pattern: 'long-work',
}, async ({ retrieve_memory, list_memories, send_email }) => {
  const { memories } = await list_memories({ tag: 'open' })
  const accounts = []
  let nextKey = 'accounts'
  let open = 0
  let overdue = 0
  for (const { key } of memories) {
    const { value: invoice } = await retrieve_memory({ key })
    open += invoice.amount_usd
    if (invoice.due < '2031-03-25') {
      overdue += invoice.amount_usd
      while (!accounts.some(({ id }) => id === invoice.account)) {
        const { value: part } = await retrieve_memory({ key: nextKey })
        accounts.push(...part.accounts)
        nextKey = part.next
      }
      const { email } = accounts.find(({ id }) => id === invoice.account)
      await send_email({
        to: email,
        subject: 'Your open invoice',
        body: String(invoice.amount_usd),
      })
    }
  }
  return { open: Number(open.toFixed(2)), overdue: Number(overdue.toFixed(2)) }
})

task('recover_memory_3', {
  prompt:
    'Which number did I give you as "night porter\'s number"? If you have none, I need "day ' +
    'porter\'s number".\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <number as remembered>',
  tools: ['send_webhook', 'retrieve_memory', 'json_extract', 'read_file'],
  seed: 1041212591,
  state: (draw) => ({
    memory: [
      { key: 'floor', value: 'third' },
      { key: 'owner', value: 'facility team' },
      { key: 'hours', value: 'eight to five' },
      {
        key: "day porter's number",
        value: draw([
          '555 133075', '555 888619', '555 477668', '555 612912', '555 646007', '555 959451',
          '555 366662', '555 617705',
        ]),
      },
      draw([
        {
          key: "night porter's number",
          value: draw([
            '555 371126', '555 987182', '555 411698', '555 336087', '555 950501', '555 102024',
            '555 363716', '555 514347',
          ]),
        },
        null,
      ]),
    ],
  }),
  pattern: 'recover',
}, async ({ retrieve_memory }) => {
  let memory = await retrieve_memory({ key: "night porter's number" })
  if (memory.status === 'not_found') {
    memory = await retrieve_memory({ key: "day porter's number" })
  }
  return memory.value
})

task('policy_approval_2', {
  prompt:
    'You issue invoices for an agency, in US dollars. An invoice over 400 dollars needs the ' +
    'approval of the finance team. It is not issued; instead you put the task "Large invoice" on ' +
    'the list.\n\n' +
    'Bill Juniper Textiles for "Audio editing", quantity 1, 531 CAD at today\'s rate.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <converted amount in dollars, not rounded>',
  tools: [
    'get_exchange_rate', 'schedule_meeting', 'send_message', 'create_task', 'get_stock_price',
    'create_invoice',
  ],
  seed: 1041212591,
  pattern: 'policy',
}, async ({ get_exchange_rate, create_task, create_invoice }) => {
  const { converted_amount } = await get_exchange_rate({
    from_currency: 'CAD',
    to_currency: 'USD',
    amount: 531,
  })
  if (converted_amount > 400) {
    await create_task({ title: 'Large invoice' })
  } else {
    await create_invoice({
      client_name: 'Juniper Textiles',
      items: [{ description: 'Audio editing', quantity: 1, unit_price: converted_amount }],
    })
  }
  return converted_amount
})

task('if_affordable_reminder_1', {
  prompt:
    "For the new tyres they ask 900 CAD. How much is that in USD? If it is 600 or less, we'll " +
    'take it, so remind me at 2030-10-13 08:30: "Pay for the new tyres".\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <amount in USD>',
  tools: ['set_reminder', 'create_task', 'create_notification', 'log_event', 'get_exchange_rate'],
  seed: 1041212591,
  pattern: 'conditional',
}, async ({ set_reminder, get_exchange_rate }) => {
  const { converted_amount } = await get_exchange_rate({
    from_currency: 'CAD',
    to_currency: 'USD',
    amount: 900,
  })
  if (converted_amount <= 600) {
    await set_reminder({ message: 'Pay for the new tyres', remind_at: '2030-10-13 08:30' })
  }
  return converted_amount
})

task('check_file_write_6', {
  prompt:
    'Write "No incidents, all lifts in service" to "/team/daily.txt", but only if there is no ' +
    'such file yet.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['write_file', 'read_file', 'retrieve_memory', 'validate_email', 'list_files'],
  seed: 1041212591,
  state: (draw) => ({
    files: [
      { path: '/inbox/todo.txt', content: 'Water the plants.' },
      { path: '/inbox/note.txt', content: 'Empty.' },
      draw([{ path: '/team/daily.txt', content: 'Written by hand, keep.' }, null]),
      { path: '/data/plan.txt', content: 'As agreed.' },
    ],
  }),
  pattern: 'check-before-write',
}, async ({ write_file, read_file }) => {
  const { exists } = await read_file({ path: '/team/daily.txt' })
  if (!exists) {
    await write_file({
      path: '/team/daily.txt',
      content: 'No incidents, all lifts in service',
    })
  }
})

task('crowded_alert_3', {
  prompt:
    'I paid 309.3 dollars a share for FSLR. Does it trade below that now? If so, put an alert on ' +
    'the dashboard titled "Below cost" with just today\'s price as the message.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <share price of FSLR in dollars>',
  tools: [
    'sentiment_analysis', 'generate_image', 'list_files', 'get_session_context', 'get_weather',
    'encrypt_text', 'create_task', 'get_stock_price', 'set_reminder', 'generate_url',
    'create_contact', 'compress_data', 'detect_language', 'is_business_day', 'time_since',
    'write_file', 'tokenize_text', 'log_event', 'generate_summary_stats', 'rss_feed_parse',
    'format_number', 'slugify', 'send_email', 'get_current_time', 'format_date',
    'create_notification', 'extract_entities', 'send_message', 'get_location_info',
    'search_products', 'next_occurrence', 'http_request',
  ],
  seed: 1041212591,
  pattern: 'crowded',
}, async ({ get_stock_price, create_notification }) => {
  const { price_usd } = await get_stock_price({ symbol: 'FSLR' })
  if (price_usd < 309.3) {
    await create_notification({ title: 'Below cost', message: String(price_usd) })
  }
  return price_usd
})

task('each_cheap_task_2', {
  prompt:
    'I\'m going through everything that the shop lists for "electric guitar" under 500 dollars. ' +
    'Add a task for each, with its name as the title and nothing else, so that I can tick them ' +
    'off.\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them.',
  tools: ['set_reminder', 'search_products', 'rss_feed_parse', 'web_search', 'create_task'],
  seed: 1041212591,
  pattern: 'for-each',
}, async ({ search_products, create_task }) => {
  const { results } = await search_products({ query: 'electric guitar' })
  for (const offer of results) {
    if (offer.price_usd < 500) await create_task({ title: offer.name })
  }
})

task('find_larger_file_2', {
  prompt:
    'Two of my folders have a file called terms.txt, and I only kept adding to one of them, so ' +
    'the larger file is up to date. What does it say?\n\n' +
    'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
    'one line: ANSWER: <text of the larger file>',
  tools: ['json_extract', 'schedule_meeting', 'read_file', 'list_files', 'list_memories'],
  seed: 1041212591,
  state: (draw) => ({
    files: [
      { path: '/archive/links.md', content: 'Kept for the record.' },
      {
        path: '/shared/board/terms.txt',
        content: draw([
          'Order 261578 is paid in three parts',
          'Order 923621 is paid in three parts',
          'Order 196674 is paid in three parts',
          'Order 968094 is paid in three parts',
          'Order 354676 is paid in three parts',
          'Order 225083 is paid in three parts',
          'Order 614666 is paid in three parts; the second part is due in May; delivery is free',
          'Order 971063 is paid in three parts; the second part is due in May; delivery is free',
          'Order 230150 is paid in three parts; the second part is due in May; delivery is free',
          'Order 968844 is paid in three parts; the second part is due in May; delivery is free',
          'Order 654264 is paid in three parts; the second part is due in May; delivery is free',
          'Order 897741 is paid in three parts; the second part is due in May; delivery is free',
        ]),
      },
      {
        path: '/clients/kestrel/terms.txt',
        content: draw([
          'Order 811041 is paid in three parts; the second part is due in May',
          'Order 804990 is paid in three parts; the second part is due in May',
          'Order 634344 is paid in three parts; the second part is due in May',
          'Order 208459 is paid in three parts; the second part is due in May',
          'Order 900076 is paid in three parts; the second part is due in May',
          'Order 923076 is paid in three parts; the second part is due in May',
        ]),
      },
      { path: '/notes/links.md', content: 'Nothing of note.' },
    ],
  }),
  pattern: 'find',
}, async ({ read_file, list_files }) => {
  const { files } = await list_files()
  const larger = files
    .filter((file) => file.name === 'terms.txt')
    .reduce((a, b) => (b.size > a.size ? b : a))
  const { content } = await read_file({ path: larger.path })
  return content
})
