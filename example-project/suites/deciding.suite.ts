import { exactly, task, text } from 'tracewright/suite'

task(
  'L1_chain_0050',
  {
    prompt:
      'What did you note about the Anna Weber in Turin? There are several under the tag "Anna ' +
      'Weber".\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <what the note says>',
    tools: ['list_memories', 'send_webhook', 'retrieve_memory', 'data_sort', 'http_request'],
    seed: 1041212591,
    state: (draw) => ({
      memory: [
        draw([{ key: 'client_161519', value: 'Call before noon', tags: ['Anna Weber', 'Ghent'] }, null]),
        {
          key: draw([
            'client_654038',
            'client_201737',
            'client_185210',
            'client_658254',
            'client_474677',
            'client_135849',
            'client_449096',
            'client_799522',
            'client_488623',
            'client_560491',
            'client_391150',
          ]),
          value: draw([
            'Customer number 928183',
            'Customer number 380166',
            'Customer number 559537',
            'Customer number 474481',
            'Customer number 363302',
            'Customer number 414506',
            'Customer number 171790',
            'Customer number 965252',
            'Customer number 279795',
            'Customer number 752245',
            'Customer number 710558',
          ]),
          tags: ['Anna Weber', 'Turin'],
        },
        { key: 'client_733631', value: 'Write only', tags: ['Anna Weber', 'Tallinn'] },
        { key: 'supplier', value: 'Call after five', tags: ['Kim Larsen', 'Turin'] },
      ],
    }),
  },
  async ({ list_memories, retrieve_memory }) => {
    const { memories } = await list_memories({ tag: 'Anna Weber' })
    const { value } = await retrieve_memory({
      key: memories.find((memory) => memory.tags.includes('Turin'))!.key,
    })
    return value
  },
)

task(
  'L1_chain_0051',
  {
    prompt:
      'Check the weather in Boise. If it is above 10 degrees celsius, create the task "Move lunch ' +
      'to the terrace".\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <temperature in Boise in celsius>',
    tools: ['get_weather', 'create_notification', 'get_location_info', 'set_reminder', 'create_task'],
    seed: 1041212591,
  },
  async ({ get_weather, create_task }) => {
    const { temperature_celsius } = await get_weather({ city: 'Boise' })
    if (temperature_celsius > 10) await create_task({ title: 'Move lunch to the terrace' })
    return temperature_celsius
  },
)

task(
  'L1_chain_0052',
  {
    prompt:
      "For the projector they ask 890 GBP. How much is that in USD? If it is 1100 or less, we'll " +
      'take it, so remind me at 2031-12-25 08:30: "Pay for the projector".\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <amount in USD>',
    tools: ['get_exchange_rate', 'create_invoice', 'search_products', 'create_task', 'set_reminder'],
    seed: 1041212591,
  },
  async ({ get_exchange_rate, set_reminder }) => {
    const { converted_amount } = await get_exchange_rate({
      from_currency: 'GBP',
      to_currency: 'USD',
      amount: 890,
    })
    if (converted_amount <= 1100) {
      await set_reminder({ message: 'Pay for the projector', remind_at: '2031-12-25 08:30' })
    }
    return converted_amount
  },
)

task(
  'L1_chain_0053',
  {
    prompt:
      'Check the weather in Rijeka for our trip from Zagreb. We go there if it is above 20 degrees ' +
      'celsius, otherwise to Ljubljana. How many km do we drive?\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <length of that drive in km>',
    tools: ['create_calendar_event', 'get_weather', 'extract_numbers', 'transcribe_audio', 'get_directions'],
    seed: 1041212591,
  },
  async ({ get_weather, get_directions }) => {
    const { temperature_celsius } = await get_weather({ city: 'Rijeka' })
    let rijekaDirections
    let ljubljanaDirections
    if (temperature_celsius > 20) {
      rijekaDirections = await get_directions({ origin: 'Zagreb', destination: 'Rijeka' })
    } else {
      ljubljanaDirections = await get_directions({ origin: 'Zagreb', destination: 'Ljubljana' })
    }
    return rijekaDirections?.distance_km ?? ljubljanaDirections?.distance_km
  },
)

task(
  'L1_chain_0055',
  {
    prompt:
      'I saved terms.txt twice, and one copy is cut off. What does the larger file say?\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <text of the larger file>',
    tools: ['read_file', 'json_extract', 'list_files', 'validate_email', 'retrieve_memory'],
    seed: 1041212591,
    state: (draw) => ({
      files: [
        { path: '/archive/readme.txt', content: 'Kept for the record.' },
        {
          path: '/clients/tidewater/terms.txt',
          content: draw([
            'Draft 323137',
            'Draft 490714',
            'Draft 452051',
            'Draft 989303',
            'Draft 342860',
            'Draft 837933',
            'Draft 200929',
            'Draft 380255',
            'Draft 651961',
            'Draft 851453',
            'Draft 271571',
            'Draft 776804',
            'Final version of the agreement, checked by both sides, reference 702342',
            'Final version of the agreement, checked by both sides, reference 377414',
            'Final version of the agreement, checked by both sides, reference 107031',
            'Final version of the agreement, checked by both sides, reference 690667',
            'Final version of the agreement, checked by both sides, reference 550660',
            'Final version of the agreement, checked by both sides, reference 381501',
            'Final version of the agreement, checked by both sides, reference 238386',
            'Final version of the agreement, checked by both sides, reference 215730',
            'Final version of the agreement, checked by both sides, reference 625525',
            'Final version of the agreement, checked by both sides, reference 525588',
            'Final version of the agreement, checked by both sides, reference 125317',
            'Final version of the agreement, checked by both sides, reference 528465',
          ]),
        },
        {
          path: '/projects/harbour/terms.txt',
          content: draw([
            'Second version, reference 223132',
            'Second version, reference 650062',
            'Second version, reference 725124',
            'Second version, reference 208356',
            'Second version, reference 727266',
            'Second version, reference 771610',
            'Second version, reference 122997',
            'Second version, reference 421377',
            'Second version, reference 522411',
            'Second version, reference 240193',
            'Second version, reference 599741',
            'Second version, reference 377868',
          ]),
        },
        { path: '/notes/readme.txt', content: 'Nothing of note.' },
      ],
    }),
  },
  async ({ list_files, read_file }) => {
    const { files } = await list_files()
    const file = files.filter((file) => file.name === 'terms.txt').reduce((a, b) => (b.size > a.size ? b : a))
    const { content } = await read_file({ path: file.path })
    return content
  },
)

task(
  'L1_chain_0066',
  {
    prompt:
      'Write "Ask the front desk for numbers" to "/team/contacts.txt", but only if there is no ' +
      'such file yet.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: ['list_memories', 'retrieve_memory', 'read_file', 'list_files', 'write_file'],
    seed: 1041212591,
    state: (draw) => ({
      files: [
        { path: '/inbox/note.txt', content: 'Empty.' },
        { path: '/team/list.txt', content: 'One line each.' },
        { path: '/inbox/todo.txt', content: 'Water the plants.' },
        draw([{ path: '/team/contacts.txt', content: 'Written by hand, keep.' }, null]),
        { path: '/data/plan.txt', content: 'As agreed.' },
      ],
    }),
  },
  async ({ read_file, write_file }) => {
    const { exists } = await read_file({ path: '/team/contacts.txt' })
    if (!exists) {
      await write_file({ path: '/team/contacts.txt', content: 'Ask the front desk for numbers' })
    }
  },
)

task(
  'L1_chain_0067',
  {
    prompt:
      'Find the cheapest offer for "action camera" in the shop and mail it to ' +
      'hugo.lemaire@example.net, subject "Best price: action camera", text: "<name of the offer> ' +
      'for <price> dollars".\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: ['log_event', 'create_notification', 'get_stock_price', 'search_products', 'send_email'],
    seed: 1041212591,
  },
  async ({ search_products, send_email }) => {
    const { results: products } = await search_products({ query: 'action camera' })
    const product = products.reduce((a, b) => (b.price_usd < a.price_usd ? b : a))
    await send_email({
      to: 'hugo.lemaire@example.net',
      subject: 'Best price: action camera',
      // As JSON, this may have lines around it; here it is the whole text.
      body: exactly`${product.name} for ${product.price_usd} dollars`,
    })
  },
)

task(
  'L1_chain_0071',
  {
    prompt:
      'Do you have anything saved under "printer paper"? If not, save "Kept in the cupboard under ' +
      'the stairs" there.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: ['retrieve_memory', 'store_memory', 'json_extract', 'list_files', 'list_memories'],
    seed: 1041212591,
    state: (draw) => ({
      memory: [
        { key: 'colour', value: 'green' },
        { key: 'hours', value: 'eight to five' },
        draw([{ key: 'printer paper', value: 'settled last year' }, null]),
        { key: 'floor', value: 'third' },
        { key: 'owner', value: 'facility team' },
      ],
    }),
  },
  async ({ retrieve_memory, store_memory }) => {
    const memory = await retrieve_memory({ key: 'printer paper' })
    if (memory.status === 'not_found') {
      await store_memory({ key: 'printer paper', value: 'Kept in the cupboard under the stairs' })
    }
  },
)

task(
  'L1_chain_0078',
  {
    prompt:
      'Find the best rated "garden shed" in the shop and send just its name to my phone, as a ' +
      'notification titled "Winner: garden shed".\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: ['search_products', 'rss_feed_parse', 'web_search', 'create_notification', 'create_task'],
    seed: 1041212591,
  },
  async ({ search_products, create_notification }) => {
    const { results: products } = await search_products({ query: 'garden shed' })
    const product = products.reduce((a, b) => (b.rating > a.rating ? b : a))
    await create_notification({ title: 'Winner: garden shed', message: product.name })
  },
)

task(
  'L1_chain_0082',
  {
    prompt:
      '"flat viewing" is in Geneva, and I\'m coming by car from Lyon. Put 60 minutes in my ' +
      'calendar for it: at 2031-05-24 09:00, or at 2031-05-24 13:00 if the drive takes more than ' +
      '200 minutes. How many km is the drive?\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <length of the drive in km>',
    tools: ['get_directions', 'create_task', 'send_message', 'create_calendar_event', 'ip_geolocation'],
    seed: 1041212591,
  },
  async ({ get_directions, create_calendar_event }) => {
    const directions = await get_directions({ origin: 'Lyon', destination: 'Geneva' })
    if (directions.duration_minutes <= 200) {
      await create_calendar_event({
        title: 'flat viewing',
        date: '2031-05-24 09:00',
        duration_minutes: 60,
      })
    } else {
      await create_calendar_event({
        title: 'flat viewing',
        date: '2031-05-24 13:00',
        duration_minutes: 60,
      })
    }
    return directions.distance_km
  },
)

task(
  'L1_chain_0085',
  {
    prompt:
      'Give me "dentist\'s mobile" from your memory, or "dentist\'s practice number" if you don\'t ' +
      'have it.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <number as remembered>',
    tools: ['retrieve_memory', 'execute_python', 'write_file', 'json_extract'],
    seed: 1041212591,
    state: (draw) => ({
      memory: [
        { key: 'owner', value: 'facility team' },
        {
          key: "dentist's practice number",
          value: draw([
            '555 769392',
            '555 935855',
            '555 776627',
            '555 798065',
            '555 919724',
            '555 979832',
            '555 387062',
            '555 555815',
            '555 540040',
            '555 522676',
            '555 744429',
            '555 935171',
          ]),
        },
        draw([
          {
            key: "dentist's mobile",
            value: draw([
              '555 336371',
              '555 632034',
              '555 582905',
              '555 715312',
              '555 250577',
              '555 574819',
              '555 179704',
              '555 478964',
              '555 725575',
              '555 311675',
              '555 315523',
              '555 704539',
            ]),
          },
          null,
        ]),
        { key: 'hours', value: 'eight to five' },
        { key: 'floor', value: 'third' },
      ],
    }),
  },
  async ({ retrieve_memory }) => {
    const dentistsMobileMemory = await retrieve_memory({ key: "dentist's mobile" })
    let practiceMemory
    if (dentistsMobileMemory.status === 'not_found') {
      practiceMemory = await retrieve_memory({ key: "dentist's practice number" })
    }
    return dentistsMobileMemory.value ?? practiceMemory?.value
  },
)

task(
  'L1_chain_0093',
  {
    prompt:
      'Send tomasz.wrona@example.org the text of "/plans/april-final.txt", subject "For tomorrow". ' +
      'If you can\'t find that file, use "/plans/april-draft.txt".\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: ['send_email', 'read_file', 'json_extract', 'create_notification', 'retrieve_memory'],
    seed: 1041212591,
    state: (draw) => ({
      files: [
        draw([
          {
            path: '/plans/april-final.txt',
            content: draw([
              'Revised, reference 974410',
              'Revised, reference 311330',
              'Revised, reference 674934',
              'Revised, reference 652252',
              'Revised, reference 391837',
              'Revised, reference 962291',
              'Revised, reference 998806',
              'Revised, reference 671852',
              'Revised, reference 674020',
              'Revised, reference 556807',
              'Revised, reference 256903',
              'Revised, reference 981381',
            ]),
          },
          null,
        ]),
        {
          path: '/plans/april-draft.txt',
          content: draw([
            'First issue, reference 521150',
            'First issue, reference 252511',
            'First issue, reference 473200',
            'First issue, reference 173210',
            'First issue, reference 958116',
            'First issue, reference 636375',
            'First issue, reference 272045',
            'First issue, reference 212107',
            'First issue, reference 877313',
            'First issue, reference 486386',
            'First issue, reference 151568',
            'First issue, reference 722352',
          ]),
        },
        { path: '/plans/about.txt', content: 'Kept by the office.' },
        { path: '/plans/readme.txt', content: 'One file a month.' },
        { path: '/inbox/note.txt', content: 'Empty.' },
      ],
    }),
  },
  async ({ read_file, send_email }) => {
    const finalFile = await read_file({ path: '/plans/april-final.txt' })
    let draftFile
    if (finalFile.content == null) {
      draftFile = await read_file({ path: '/plans/april-draft.txt' })
    }
    await send_email({
      to: 'tomasz.wrona@example.org',
      subject: 'For tomorrow',
      body: finalFile.content ?? draftFile?.content,
    })
  },
)

task(
  'L1_chain_0096',
  {
    prompt:
      'Is CRM above 200 dollars? If so, notify me. Title: "Share price", message: "CRM now costs ' +
      '<price> dollars".\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <share price of CRM in dollars>',
    tools: ['create_notification', 'create_task', 'set_reminder', 'log_event', 'get_stock_price'],
    seed: 1041212591,
  },
  async ({ get_stock_price, create_notification }) => {
    const { price_usd } = await get_stock_price({ symbol: 'CRM' })
    if (price_usd > 200) {
      await create_notification({
        title: 'Share price',
        message: exactly`CRM now costs ${price_usd} dollars`,
      })
    }
    return price_usd
  },
)

task(
  'L1_chain_0099',
  {
    prompt:
      'What do you remember about the Peter Novak in Lisbon? Look under the tag "Peter Novak", I ' +
      'know several.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <what the note says>',
    tools: ['retrieve_memory', 'list_memories', 'json_extract', 'http_request', 'list_files'],
    seed: 1041212591,
    state: (draw) => ({
      memory: [
        draw([{ key: 'client_552585', value: 'Call before noon', tags: ['Peter Novak', 'Tallinn'] }, null]),
        {
          key: draw([
            'client_595316',
            'client_390759',
            'client_670419',
            'client_570291',
            'client_866664',
            'client_491319',
            'client_859279',
            'client_884884',
            'client_370524',
            'client_349319',
            'client_565631',
          ]),
          value: draw([
            'Customer number 369893',
            'Customer number 702951',
            'Customer number 593639',
            'Customer number 747866',
            'Customer number 311981',
            'Customer number 326095',
            'Customer number 836301',
            'Customer number 839324',
            'Customer number 988510',
            'Customer number 976485',
            'Customer number 975214',
          ]),
          tags: ['Peter Novak', 'Lisbon'],
        },
        { key: 'client_526115', value: 'Write only', tags: ['Peter Novak', 'Ghent'] },
        { key: 'supplier', value: 'Call after five', tags: ['Kim Larsen', 'Lisbon'] },
      ],
    }),
  },
  async ({ list_memories, retrieve_memory }) => {
    const { memories } = await list_memories({ tag: 'Peter Novak' })
    const { value } = await retrieve_memory({
      key: memories.find((memory) => memory.tags.includes('Lisbon'))!.key,
    })
    return value
  },
)

task(
  'L1_chain_0100',
  {
    prompt:
      'If it is above 10 degrees celsius in Boise, put "Open the greenhouse" on my task list.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <temperature in Boise in celsius>',
    tools: ['get_location_info', 'create_notification', 'get_weather', 'set_reminder', 'create_task'],
    seed: 1041212591,
  },
  async ({ get_weather, create_task }) => {
    const { temperature_celsius } = await get_weather({ city: 'Boise' })
    if (temperature_celsius > 10) await create_task({ title: 'Open the greenhouse' })
    return temperature_celsius
  },
)

task(
  'L1_chain_0101',
  {
    prompt:
      'They want 890 CHF for the flight. How much is that in USD? If it is at most 1000, remind me ' +
      'at 2032-08-02 08:30: "Pay for the flight".\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <amount in USD>',
    tools: ['set_reminder', 'get_stock_price', 'create_task', 'create_invoice', 'get_exchange_rate'],
    seed: 1041212591,
  },
  async ({ get_exchange_rate, set_reminder }) => {
    const { converted_amount } = await get_exchange_rate({
      from_currency: 'CHF',
      to_currency: 'USD',
      amount: 890,
    })
    if (converted_amount <= 1000) {
      await set_reminder({ message: 'Pay for the flight', remind_at: '2032-08-02 08:30' })
    }
    return converted_amount
  },
)

task(
  'L1_chain_0102',
  {
    prompt:
      'We drive from Oslo to Gothenburg if it is above 20 degrees celsius there, otherwise to ' +
      'Stockholm. How many km?\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <length of that drive in km>',
    tools: ['get_directions', 'extract_numbers', 'ip_geolocation', 'get_weather', 'number_to_text'],
    seed: 1041212591,
  },
  async ({ get_weather, get_directions }) => {
    const { temperature_celsius } = await get_weather({ city: 'Gothenburg' })
    let gothenburgDirections
    let stockholmDirections
    if (temperature_celsius > 20) {
      gothenburgDirections = await get_directions({ origin: 'Oslo', destination: 'Gothenburg' })
    } else {
      stockholmDirections = await get_directions({ origin: 'Oslo', destination: 'Stockholm' })
    }
    return gothenburgDirections?.distance_km ?? stockholmDirections?.distance_km
  },
)

task(
  'L1_chain_0104',
  {
    prompt:
      'One of my two files called agenda.txt is cut off. What does the larger one say?\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them. End your reply with ' +
      'one line: ANSWER: <text of the larger file>',
    tools: ['read_file', 'create_spreadsheet', 'transcribe_audio', 'retrieve_memory', 'list_files'],
    seed: 1041212591,
    state: (draw) => ({
      files: [
        { path: '/archive/links.md', content: 'Kept for the record.' },
        {
          path: '/shared/board/agenda.txt',
          content: draw([
            'Draft 795632',
            'Draft 338958',
            'Draft 948722',
            'Draft 167397',
            'Draft 686840',
            'Draft 648879',
            'Draft 196923',
            'Draft 638781',
            'Draft 406789',
            'Draft 787443',
            'Draft 774703',
            'Draft 368807',
            'Final version of the agreement, checked by both sides, reference 381634',
            'Final version of the agreement, checked by both sides, reference 393515',
            'Final version of the agreement, checked by both sides, reference 300294',
            'Final version of the agreement, checked by both sides, reference 118860',
            'Final version of the agreement, checked by both sides, reference 178513',
            'Final version of the agreement, checked by both sides, reference 943686',
            'Final version of the agreement, checked by both sides, reference 943383',
            'Final version of the agreement, checked by both sides, reference 147908',
            'Final version of the agreement, checked by both sides, reference 134205',
            'Final version of the agreement, checked by both sides, reference 608909',
            'Final version of the agreement, checked by both sides, reference 702097',
            'Final version of the agreement, checked by both sides, reference 450021',
          ]),
        },
        {
          path: '/clients/tidewater/agenda.txt',
          content: draw([
            'Second version, reference 240857',
            'Second version, reference 308892',
            'Second version, reference 167469',
            'Second version, reference 551814',
            'Second version, reference 952168',
            'Second version, reference 177577',
            'Second version, reference 956142',
            'Second version, reference 989617',
            'Second version, reference 930541',
            'Second version, reference 871604',
            'Second version, reference 391291',
            'Second version, reference 817964',
          ]),
        },
        { path: '/notes/links.md', content: 'Nothing of note.' },
      ],
    }),
  },
  async ({ list_files, read_file }) => {
    const { files } = await list_files()
    const file = files
      .filter((file) => file.name === 'agenda.txt')
      .reduce((a, b) => (b.size > a.size ? b : a))
    const { content } = await read_file({ path: file.path })
    return content
  },
)

task(
  'L3_dag_0160',
  {
    prompt:
      'I\'m going through everything that the shop lists for "office chair" under 500 dollars. Add ' +
      'a task for each, with its name as the title, so that I can tick them off.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: ['rss_feed_parse', 'create_task', 'web_search', 'search_products', 'set_reminder'],
    seed: 1041212591,
  },
  async ({ search_products, create_task }) => {
    const { results: products } = await search_products({ query: 'office chair' })
    for (const product of products) {
      if (product.price_usd < 500) await create_task({ title: product.name })
    }
  },
)

task(
  'L3_dag_0162',
  {
    prompt:
      'The first 3 items of our feed "https://northernrail.example/news.rss" are new. Create a ' +
      'task for each whose page takes more than 200 ms to respond, titled with its link.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: [
      'web_page_fetch',
      'send_webhook',
      'create_task',
      'web_search',
      'rss_feed_parse',
      'check_url_status',
    ],
    seed: 1041212591,
  },
  async ({ rss_feed_parse, check_url_status, create_task }) => {
    const { items } = await rss_feed_parse({ url: 'https://northernrail.example/news.rss', limit: 3 })
    for (const item of items) {
      const urlStatus = await check_url_status({ url: item.link })
      if (urlStatus.response_time_ms > 200) await create_task({ title: item.link })
    }
  },
)

task(
  'L3_dag_0167',
  {
    prompt:
      'Which "sofa bed" offers under 500 dollars does the shop have in stock right now? I\'m about ' +
      'to leave, so send each of them to my phone as its own notification: title "Available now", ' +
      'message: "<name> for <price> dollars".\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: ['create_notification', 'search_products', 'create_task', 'send_message', 'log_event'],
    seed: 1041212591,
  },
  async ({ search_products, create_notification }) => {
    const { results: products } = await search_products({ query: 'sofa bed' })
    for (const product of products) {
      if (product.in_stock && product.price_usd < 500) {
        await create_notification({
          title: 'Available now',
          message: exactly`${product.name} for ${product.price_usd} dollars`,
        })
      }
    }
  },
)

task(
  'L3_dag_0168',
  {
    prompt:
      'We meet in Lyon or in Grenoble, whichever is warmer right now. Mail elif.kaya@example.com: ' +
      'subject "Handball training in Lyon" or "Handball training in Grenoble", text: a short ' +
      'sentence with the temperature.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: ['create_notification', 'get_location_info', 'get_weather', 'send_email', 'send_webhook'],
    seed: 1041212591,
  },
  async ({ get_weather, send_email }) => {
    const lyonWeather = await get_weather({ city: 'Lyon' })
    const grenobleWeather = await get_weather({ city: 'Grenoble' })
    if (lyonWeather.temperature_celsius > grenobleWeather.temperature_celsius) {
      await send_email({
        to: 'elif.kaya@example.com',
        subject: 'Handball training in Lyon',
        body: text`It is ${lyonWeather.temperature_celsius} degrees there`,
      })
    } else {
      await send_email({
        to: 'elif.kaya@example.com',
        subject: 'Handball training in Grenoble',
        body: text`It is ${grenobleWeather.temperature_celsius} degrees there`,
      })
    }
  },
)

task(
  'L3_dag_0174',
  {
    prompt:
      "I'm about to leave for my motorbike tour. Its cities are in your memory under the tag " +
      '"motorbike tour", one entry each. Send me a notification for every one where the wind is ' +
      'above 30 km/h right now: title "Mind the wind", message just the name of the city.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: [
      'get_location_info',
      'list_memories',
      'create_notification',
      'send_webhook',
      'get_weather',
      'ip_geolocation',
    ],
    seed: 1041212591,
    state: (draw) => ({
      memory: [
        { key: 'Sapporo', value: 'first stop', tags: ['motorbike tour'] },
        draw([{ key: 'Split', value: 'second stop', tags: ['motorbike tour'] }, null]),
        { key: 'Muscat', value: 'last stop', tags: ['motorbike tour'] },
        { key: 'Ghent', value: 'dropped', tags: ['archive'] },
      ],
    }),
  },
  async ({ list_memories, get_weather, create_notification }) => {
    const { memories } = await list_memories({ tag: 'motorbike tour' })
    for (const memory of memories) {
      const weather = await get_weather({ city: memory.key })
      if (weather.wind_speed_kmh > 30) {
        await create_notification({ title: 'Mind the wind', message: memory.key })
      }
    }
  },
)

task(
  'L3_dag_0186',
  {
    prompt:
      'I have to read the reviews of everything that the shop lists for "garden shed" under 500 ' +
      'dollars. Add a task for each, with its name as the title, so that I can tick them off.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: ['search_products', 'set_reminder', 'create_task', 'web_search', 'schedule_meeting'],
    seed: 1041212591,
  },
  async ({ search_products, create_task }) => {
    const { results: products } = await search_products({ query: 'garden shed' })
    for (const product of products) {
      if (product.price_usd < 500) await create_task({ title: product.name })
    }
  },
)

task(
  'L3_dag_0188',
  {
    prompt:
      'Check the pages behind the first 5 items of our news feed ' +
      '"https://lantern.example/latest/feed.xml". For each that takes more than 200 ms to respond, ' +
      'create a task with its link as the title.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: [
      'send_webhook',
      'rss_feed_parse',
      'web_page_fetch',
      'create_task',
      'check_url_status',
      'log_event',
    ],
    seed: 1041212591,
  },
  async ({ rss_feed_parse, check_url_status, create_task }) => {
    const { items } = await rss_feed_parse({
      url: 'https://lantern.example/latest/feed.xml',
      limit: 5,
    })
    for (const item of items) {
      const urlStatus = await check_url_status({ url: item.link })
      if (urlStatus.response_time_ms > 200) await create_task({ title: item.link })
    }
  },
)

task(
  'L3_dag_0193',
  {
    prompt:
      'I\'m heading to the shop for a new "office chair". For each one under 500 dollars that is ' +
      'in stock right now, send a notification to my phone: title "In stock", message: "<name> for ' +
      '<price> dollars".\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: ['create_notification', 'create_task', 'search_products', 'log_event', 'schedule_meeting'],
    seed: 1041212591,
  },
  async ({ search_products, create_notification }) => {
    const { results: products } = await search_products({ query: 'office chair' })
    for (const product of products) {
      if (product.in_stock && product.price_usd < 500) {
        await create_notification({
          title: 'In stock',
          message: exactly`${product.name} for ${product.price_usd} dollars`,
        })
      }
    }
  },
)

task(
  'L3_dag_0194',
  {
    prompt:
      'We hold our Handball training in Lyon if it is warmer there now than in Grenoble, otherwise ' +
      'in Grenoble. Let femi.adeyemi@example.com know by mail: subject "Handball training in Lyon" ' +
      'or "Handball training in Grenoble", text: a short sentence with the temperature.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: ['get_weather', 'send_email', 'create_notification', 'create_task', 'send_webhook'],
    seed: 1041212591,
  },
  async ({ get_weather, send_email }) => {
    const lyonWeather = await get_weather({ city: 'Lyon' })
    const grenobleWeather = await get_weather({ city: 'Grenoble' })
    if (lyonWeather.temperature_celsius > grenobleWeather.temperature_celsius) {
      await send_email({
        to: 'femi.adeyemi@example.com',
        subject: 'Handball training in Lyon',
        body: text`It is ${lyonWeather.temperature_celsius} degrees there`,
      })
    } else {
      await send_email({
        to: 'femi.adeyemi@example.com',
        subject: 'Handball training in Grenoble',
        body: text`It is ${grenobleWeather.temperature_celsius} degrees there`,
      })
    }
  },
)

task(
  'L3_dag_0200',
  {
    prompt:
      'I\'m off on my cycling tour today. Its cities are in your memory under the tag "cycling ' +
      'tour", one entry each. Wherever the wind is above 20 km/h now, send me a notification ' +
      'titled "Hold on to your hat" with just the name of the city as the message.\n\n' +
      'Unless told otherwise, pass values on exactly as the tools give them.',
    tools: [
      'create_contact',
      'create_notification',
      'send_webhook',
      'list_memories',
      'get_weather',
      'create_task',
    ],
    seed: 1041212591,
    state: (draw) => ({
      memory: [
        { key: 'Wellington', value: 'first stop', tags: ['cycling tour'] },
        draw([{ key: 'Osaka', value: 'second stop', tags: ['cycling tour'] }, null]),
        { key: 'Leeds', value: 'last stop', tags: ['cycling tour'] },
        { key: 'Bari', value: 'dropped', tags: ['archive'] },
      ],
    }),
  },
  async ({ list_memories, get_weather, create_notification }) => {
    const { memories } = await list_memories({ tag: 'cycling tour' })
    for (const memory of memories) {
      const weather = await get_weather({ city: memory.key })
      if (weather.wind_speed_kmh > 20) {
        await create_notification({ title: 'Hold on to your hat', message: memory.key })
      }
    }
  },
)
