import { describe, expect, it } from 'vitest'
import type { ToolResult } from '../../../src/schema/tools.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { World } from '../../../src/tools/world/world.ts'

const python = (code: string, world = new World(3)): ToolResult =>
  registry.execute('execute_python', { code }, world)
const calculate = (expression: string, world = new World(3)): ToolResult =>
  registry.execute('calculator', { expression }, world)
const outputOf = (result: ToolResult): unknown => (result.ok ? result.output : result.error.message)
const resultOf = (result: ToolResult): unknown =>
  result.ok ? (result.output as { result: unknown }).result : result.error.message
const refusal = (parameter: string, message: unknown = expect.any(String)) => ({
  ok: false,
  status: 422,
  error: { parameter, message },
})

/** Expressions with the repr that CPython 3.11 gives for their value. */
const VALUES: Record<string, [expression: string, repr: string][]> = {
  numbers: [
    ['1 + 2 * 3', '7'],
    ['(45 * 3) + 17', '152'],
    ['-2 ** 2', '-4'],
    ['2 ** 3 ** 2', '512'],
    ['2 ** -1', '0.5'],
    ['-10 // 4', '-3'],
    ['10 % -3', '-2'],
    ['-7.5 % 2', '0.5'],
    ['7.5 // -2', '-4.0'],
    ['1e16 // 3', '3333333333333333.0'],
    ['0 // -2.5, -0.0 // 2.5, 1.0 // -2', '(-0.0, -0.0, -1.0)'],
    ['10 / 4', '2.5'],
    ['1 / 3', '0.3333333333333333'],
    ['0.1 + 0.2', '0.30000000000000004'],
    ['1_000 + 0xff + 0b11', '1258'],
    ['1. + .5 + 5.e1', '51.5'],
    ['2 ** 100', '1267650600228229401496703205376'],
    ['-2 ** 63 % 1000', '192'],
    ['10 ** 30 // 7', '142857142857142857142857142857'],
    ['(10 ** 30 + 1) / 10 ** 15', '1000000000000000.0'],
    ['2 ** 0.5', '1.4142135623730951'],
    ['1.1 ** 10', '2.5937424601000023'],
    ['2.5 ** -3', '0.064'],
    ['6 & 3 | 8 ^ 1', '11'],
    ['True + True', '2'],
    ['True & False', 'False'],
    ['round(2.5)', '2'],
    ['round(3.5)', '4'],
    ['round(2.675, 2)', '2.67'],
    ['round(1250, -2)', '1200'],
    ['round(-25, -1)', '-20'],
    ['round(1e300, 2)', '1e+300'],
    ['abs(-3.5)', '3.5'],
    ["int('-1_000')", '-1000'],
    ['int(-3.9)', '-3'],
    ["float(' 1e3 ')", '1000.0'],
    ["float('-inf')", '-inf'],
    ['1e400 - 1e400', 'nan'],
    ['-0.0', '-0.0'],
    ['1e16', '1e+16'],
    ['1.5e-7', '1.5e-07'],
    ['123456789.123456789', '123456789.12345679'],
    ['1.05 ** 30 * 1000, 1.03 ** -5', '(4321.942375150667, 0.8626087843841639)'],
    ['sum([1, 2.5, True])', '4.5'],
    ['min(3, 1, 2)', '1'],
    ['max([2, 9, 4], key=lambda x: -x)', '2'],
    ['max([], default=0)', '0'],
  ],
  logic: [
    ['1 < 2 < 3', 'True'],
    ['1 < 3 < 2', 'False'],
    ['1 == 1.0 == True', 'True'],
    ['not 1 and 0', 'False'],
    ['not 0 or 1 / 0', 'True'],
    ['not 1 == 2 and 3', '3'],
    ['1 and not 0 or 1 / 0, 0 or not 1 and 2, not 0 and 1 is not None', '(True, False, True)'],
    ['not (0 or 1) or (not 0 and 2)', '2'],
    ["0 or [] or 'x'", "'x'"],
    ['1 and 2', '2'],
    ['5 if 1 > 2 else 6', '6'],
    ['1 if 0 else 2 if 0 else 3', '3'],
    ['2 in [1, 2] and 3 not in (1, 2)', 'True'],
    ['None is None', 'True'],
    ['1 is not None', 'True'],
    ["'a' < 'b' <= 'b'", 'True'],
    ['[1, 2] < [1, 3]', 'True'],
    ["(1, 'a') == (1.0, 'a')", 'True'],
    ["float('nan') == float('nan')", 'False'],
    ["any([0, '', 3]), all([])", '(True, True)'],
    ["bool('False')", 'True'],
  ],
  text: [
    [`'a' 'b' "c"`, "'abc'"],
    [`'''it's''' # one\n`, `"it's"`],
    [`['1. ', "2.,", f'3.']`, "['1. ', '2.,', '3.']"],
    ["'x' * 3", "'xxx'"],
    ["'hello'[1:3]", "'el'"],
    ["'hello'[::-1]", "'olleh'"],
    ["'hello'[-1]", "'o'"],
    ["'é🚀z'[1]", "'🚀'"],
    ["len('🚀é')", '2'],
    ["'Hello World'.upper().lower().title()", "'Hello World'"],
    [`"they're bill's".title()`, `"They'Re Bill'S"`],
    ["' a b '.strip() + '|'", "'a b|'"],
    ["'xxaxx'.strip('x')", "'a'"],
    ["'a,b,,c'.split(',')", "['a', 'b', '', 'c']"],
    ["' a  b '.split()", "['a', 'b']"],
    ["', '.join(['a', 'b'])", "'a, b'"],
    ["'abc'.replace('', '-')", "'-a-b-c-'"],
    ["'banana'.count('a')", '3'],
    ["'abc'.endswith('bc')", 'True'],
    ["'12'.isdigit(), 'a1'.isalpha(), ''.isdigit()", '(True, False, False)'],
    ["'a' in 'abc'", 'True'],
    [`"it's"`, `"it's"`],
    [`'it\\'s "x"'`, `'it\\'s "x"'`],
    ["'tab\\t\\x00\\u00e9\\n'", "'tab\\t\\x00é\\n'"],
    ["r'\\n'", "'\\\\n'"],
    ["str(1.0) + str(None) + str([1, 'a'])", `"1.0None[1, 'a']"`],
    ["list(map(str.upper, 'ab'))", "['A', 'B']"],
  ],
  formats: [
    ["f'{3 + 4}'", "'7'"],
    ["f'{3.14159:.2f}'", "'3.14'"],
    ["f'{1234567.891:,.2f}'", "'1,234,567.89'"],
    ["f'{42:05d}|{42:<5}|{42:^6}|{42:>5}'", "'00042|42   |  42  |   42'"],
    ["f'{0.256:.1%}'", "'25.6%'"],
    ["f'{1e-5} {1e22} {12:.1f}'", "'1e-05 1e+22 12.0'"],
    ["f'{{{1}}}'", "'{1}'"],
    ["f'{True} {True:d} {None}'", "'True 1 None'"],
    ["f'{2.5:.0f} {3.5:.0f} {0.125:.2f}'", "'2 4 0.12'"],
    [`f'{"abc":*^9}'`, "'***abc***'"],
  ],
  collections: [
    ['[1, 2, 3][::-1]', '[3, 2, 1]'],
    ['[1, 2, 3, 4][1:-1]', '[2, 3]'],
    ['[1] + [2] * 2', '[1, 2, 2]'],
    ['(1,)', '(1,)'],
    ['()', '()'],
    ['1, 2', '(1, 2)'],
    ["{1: 'a', True: 'b', 1.0: 'c'}", "{1: 'c'}"],
    ["{'a': [1, {'b': None}]}", "{'a': [1, {'b': None}]}"],
    ["{'a': 1}['a']", '1'],
    ["{'a': 1}.get('b', 0)", '0'],
    ["list({'a': 1, 'b': 2}.values())", '[1, 2]'],
    ['dict(a=1, b=2)', "{'a': 1, 'b': 2}"],
    ["dict([(1, 2), ('x', 'y')])", "{1: 2, 'x': 'y'}"],
    ["dict(zip('ab', [1, 2]))", "{'a': 1, 'b': 2}"],
    ["sorted({'b': 1, 'a': 2}.items(), key=lambda kv: kv[1])", "[('b', 1), ('a', 2)]"],
    ["max({'a': 3, 'b': 5}, key={'a': 3, 'b': 5}.get)", "'b'"],
    ['sorted([3, 1, 2], reverse=True)', '[3, 2, 1]'],
    ["sorted(['b', 'A', 'c'])", "['A', 'b', 'c']"],
    ["sorted(['bb', 'a', 'cc'], key=len)", "['a', 'bb', 'cc']"],
    ['list(reversed([1, 2, 3]))', '[3, 2, 1]'],
    ['list(range(10, 0, -3))', '[10, 7, 4, 1]'],
    ['5 in range(0, 10, 5)', 'True'],
    ["list(zip([1, 2], 'ab'))", "[(1, 'a'), (2, 'b')]"],
    ["list(enumerate('ab', start=1))", "[(1, 'a'), (2, 'b')]"],
    ['list(filter(None, [0, 1, 2]))', '[1, 2]'],
    ['[1, 2, 2].count(2), [1, 2].index(2)', '(2, 1)'],
    ["tuple('ab')", "('a', 'b')"],
    ['[[]] * 2 == [[], []]', 'True'],
  ],
  comprehensions: [
    ['[i for i in range(10) if i % 2 == 0]', '[0, 2, 4, 6, 8]'],
    ['[(a, b) for a in range(3) for b in range(a)]', '[(1, 0), (2, 0), (2, 1)]'],
    ["{k: v for k, v in [('a', 1), ('b', 2)]}", "{'a': 1, 'b': 2}"],
    ['sum(x * x for x in [1, 2, 3])', '14'],
    ['[[j for j in range(i)] for i in range(3)]', '[[], [0], [0, 1]]'],
    ['[y := 5, y ** 2]', '[5, 25]'],
    ['[f() for f in [lambda: i for i in range(3)]]', '[2, 2, 2]'],
    ['(lambda f: f(f, 20))(lambda f, n: 1 if n == 0 else n * f(f, n - 1))', '2432902008176640000'],
    ['[x for x in (1, 2, 3) if x > 1 if x < 3]', '[2]'],
  ],
}

describe.each(Object.entries(VALUES))('expressions: %s', (_, rows) => {
  it.each(rows)('%s', (expression, repr) => {
    expect(resultOf(python(`str([(${expression})])`))).toBe(`[${repr}]`)
  })
})

/** What CPython raises an exception for; complex numbers are the exception to that. */
const MISTAKES = [
  '',
  '   ',
  '1 +',
  '2x',
  '(1',
  '1)',
  '1; 2',
  'x = 1',
  'x := 1',
  '00012',
  '1_',
  '3 × 4',
  '\u00a01',
  '# c',
  "f'{'",
  "f'}'",
  "'abc",
  'not 1 == not 2',
  '1 in not 2 and 3',
  '- not 1',
  '[1,,2]',
  '[**{}]',
  '{1: 2, 3}',
  '{1, 2: 3}',
  '{**1}',
  "{'a': 1, *[2]}",
  'max(**[1])',
  '1 <> 2',
  'lambda x x: 1',
  'f(1, a=2, 3)',
  '[x async for x in y]',
  '*[1]',
  '1 / 0',
  '1 % 0',
  '0 ** -1',
  '2.0 ** 10000',
  '10 ** 400 * 1.0',
  'undefined',
  "{}['a']",
  '[1][5]',
  "'abc'['a']",
  'len(5)',
  'min()',
  "int('x')",
  "float('')",
  "'a' + 1",
  "1 < 'a'",
  "[1] < ['a']",
  '{[1]: 2}',
  'None.x',
  '(1)()',
  '1 << -1',
  '(-8) ** 0.5',
  "abs('a')",
  "sum(['a'])",
  "sorted([1, 'a'])",
  'range(1, 2, 0)',
  '[1, 2][::0]',
  "'{} {}'.format(1)",
  "'%d' % 'a'",
  "f'{1:s}'",
  `f'{"a":d}'`,
  'dict([1])',
  '(lambda x: x)()',
  "' '.join([1])",
  'int(None)',
  'float(None)',
  'list(None)',
  'sum([1], None)',
  'str(1, 2)',
  '[].pop()',
  "''.split('')",
  "round('a')",
  'list(5)',
  '[a for a, b in [(1,)]]',
]

describe('mistakes', () => {
  it.each(MISTAKES)('%j is refused', (code) => {
    expect(python(code)).toMatchObject(refusal('code'))
  })

  it.each([
    ['1 / 0', 'division by zero'],
    ['foo + 1', 'name "foo" is not defined'],
    ["'a'.nope()", 'str has no usable attribute "nope"'],
    ["1 + 'a'", '"+" is not supported between int and str'],
    ["{}['k']", "the dict has no key 'k'"],
  ])('%s says %s', (code, message) => expect(python(code)).toMatchObject(refusal('code', message)))

  it('leave no names behind', () => {
    const world = new World(3)
    expect(python('(kept := 1) / 0', world).ok).toBe(false)
    expect(python('kept', world)).toMatchObject(refusal('code', 'name "kept" is not defined'))
  })
})

/** Parts of Python that the tools do not have. */
const LEFT_OUT: [expression: string, message: RegExp][] = [
  ['1j', /the number 1j is not valid, or is not supported/],
  ['...', /"..." is not supported/],
  ['await x', /"await x" \(await expression\) is not supported/],
  ["'%d' % 1", /"%" is not supported between str and int/],
  ["'{}'.format(1)", /str has no usable attribute "format"/],
  ["'a b'.partition(' ')", /str has no usable attribute "partition"/],
  ["'banana'.find('an', 2)", /find\(\) with 3 positional arguments is not supported/],
  ['[1].append(2)', /list has no usable attribute "append"/],
  ["{'a': 1}.update(b=2)", /dict has no usable attribute "update"/],
  ['pow(3, 200, 13)', /pow\(\) with 3 positional arguments is not supported/],
  ["zip('a', 'b', strict=True)", /zip\(\) with the keyword argument "strict" is not supported/],
  ['range(9)[1:2]', /slices of a range are not supported/],
  ['lambda *a: a', /"\*" is not supported, at position 7/],
  ['(lambda x, y=2: x)(1)', /"=" \(assign op\) is not supported/],
  ['1 << 2', /"<<" is not supported between int and int/],
  ['-1 >> 3', /">>" is not supported between int and int/],
  ['5 @ 2', /"@" is not supported between int and int/],
  ["[*range(3), *'ab']", /"\*" is not supported/],
  ["{'a': 1, **{'b': 2}}", /"\*\*" is not supported/],
  ["{'a': 1} | {'a': 2}", /"\|" is not supported between dict and dict/],
  ['[b + c for (b, c) in [(2, 3)]]', /"\(b, c\)" \(tuple expression\) is not supported/],
  ['[last := i for i in range(3)]', /an assignment within a comprehension or a lambda is not supported/],
  ...['range(3)', 'map(str, [1])', "{'a': 1}.items()", 'lambda x: x', 'int', "b'5'"].map(
    (code): [string, RegExp] => [code, /a result of type \w+ is not supported: list\(\) may help/],
  ),
  ['str(range(3))', /a value of type range is not written as text/],
  ['{1, 2}', /"{1, 2}" \(set expression\) is not supported/],
  ['{i for i in [1]}', /\(set comprehension expression\) is not supported/],
  ['set([1])', /name "set" is not defined/],
  ['frozenset([1])', /name "frozenset" is not defined/],
  ['{(1, 2): 3}', /a key of type tuple is not supported/],
  ['(1,) + (2,)', /"\+" is not supported between tuple and tuple/],
  ['(1,) * 2', /"\*" is not supported between tuple and int/],
  ['(1, 2)[1:]', /slices of a tuple are not supported/],
  ['range(3) == range(3)', /"==" is not supported between range and range/],
  ['[] is []', /"is" is not supported between list and list/],
  [
    '(lambda g: (any(g), list(g)))(map(bool, [1, 0]))',
    /reading an iterator of type map twice is not supported/,
  ],
  ['(lambda g: (1 in g, list(g)))(i for i in [1, 2])', /reading an iterator of type generator twice/],
  ["int('ff', 16)", /int\(\) with 2 positional arguments is not supported/],
  ['sum([[1], [2]], [])', /sum\(\) with 2 positional arguments is not supported/],
  ['map(max, [1], [2])', /map\(\) with 3 positional arguments is not supported/],
  ["'a,b'.split(',', 1)", /split\(\) with 2|split\(\) with 3 positional arguments is not supported/],
  ["'aa'.replace('a', 'b', 1)", /replace\(\) with 4 positional arguments is not supported/],
  ["'ab'.startswith(('a', 'b'))", /must be of type str, not tuple/],
  ...['rfind', 'zfill', 'isalnum', 'isspace', 'isupper', 'islower'].map((name): [string, RegExp] => [
    `'a'.${name}()`,
    new RegExp(`str has no usable attribute "${name}"`),
  ]),
  ['(2.0).is_integer()', /float has no usable attribute "is_integer"/],
  ['0o17', /the number 0o17 is not valid, or is not supported/],
  ["'\\x41\\0'", /the escape sequence .* is not supported/],
  ["rb'a'", /the string prefix "rb" is not valid, or not supported/],
  ["f'{1!r}'", /"!r" \(format conversion\) is not supported/],
  ...['x', '_', '+d', '.3', 's', '<05'].map((spec): [string, RegExp] => [
    `f'{255:${spec}}'`,
    /the format ".*" is not supported for int/,
  ]),
  ["'banana'.index('n')", /str has no usable attribute "index"/],
  ["f'{1.5:e}'", /the format "e" is not supported for float/],
  ["f'{1.}'", /invalid syntax: unexpected "}'"/],
  ["f'{1 + 1 = }'", /\(format self doc\) is not supported/],
  ["f'{2.5:{8}.{3}f}'", /\(format spec\) is not supported/],
  ["f'{1:#x}'", /the format "#x" is not supported for int/],
  ["'\\N{BULLET}'", /not supported/],
]

it.each(LEFT_OUT)('what is left out %s', (code, message) => {
  expect(python(code)).toMatchObject(refusal('code', expect.stringMatching(message)))
})

describe('values reach no JavaScript', () => {
  it.each([
    "''.constructor",
    '{}.constructor',
    '(lambda: 1).constructor',
    'constructor',
    'toString',
    "{}['constructor']",
    "{'a': 1}.get.call",
    '[].length',
    'str.prototype',
    "'{0.constructor}'.format(1)",
    "'{constructor}'.format()",
    '(1).toString()',
  ])('%s', (code) => expect(python(code)).toMatchObject(refusal('code')))

  it('not by the keys of a dict either', () => {
    const result = python("{'_' * 2 + 'proto' + '_' * 2: 1, 'constructor': 2}")
    expect(JSON.stringify(resultOf(result))).toBe('{"__proto__":1,"constructor":2}')
  })
})

const LIMITS: [expression: string, reason: RegExp][] = [
  ['9**9**9', /308 digits/],
  ['2**2**2**2**2**2', /308 digits/],
  ["'x'*10**9", /characters and elements/],
  ['[0]*10**9', /characters and elements/],
  ['f"{1:100000000}"', /characters and elements/],
  ['f"{1.5:.10000f}"', /precision/],
  ["''.join(['a' * 1000] * 10000)", /characters and elements/],
  ['list(range(10**9))', /characters and elements|steps/],
  ['sum(1 for i in range(10**9))', /characters and elements/],
  ['len([0 for a in range(1000) for b in range(2000)])', /steps|characters and elements/],
  ['(lambda f: f(f))(lambda f: [f(f), f(f)])', /deeper/],
  ['max(range(10**9))', /characters and elements/],
  ['[i**1000 for i in range(10**5)]', /308 digits/],
  ['[i**50 for i in range(10**6)]', /characters and elements|steps/],
  ["('a'*300000).find('b' + 'a'*100000)", /steps/],
  ["[float(s) for s in ['1'*10000]*100000]", /steps/],
  ["[s for s in ['x'*10000]*10000]", /characters and elements/],
  ['(f := lambda n: f(n + 1))(0)', /deeper/],
  ['(lambda f: f(f, 0))(lambda f, x: f(f, [x]))', /deeper/],
  [
    '(lambda f: f(f, [0], [0], 60))(lambda f, x, y, n: f(f, [x, x], [y, y], n - 1) if n else x == y)',
    /steps/,
  ],
  ['str((lambda f: f(f, [], 60))(lambda f, x, n: f(f, [x, x], n - 1) if n else x))', /steps|elements/],
  ["int('9' * 5000)", /int/],
  ['10**5000', /308 digits/],
  ['('.repeat(100_000), /longer than 20,000/],
  ['('.repeat(19_000), /deeper|invalid/],
  [`${'('.repeat(900)}1${')'.repeat(900)}`, /deeper/],
  [`1${'+1'.repeat(500_000)}`, /longer than 20,000/],
  [`1${'+1'.repeat(9_000)}`, /deep/],
  [`${'-'.repeat(19_000)}1`, /deep/],
  [`${'2**'.repeat(6_000)}2`, /deep/],
  [`${'lambda:'.repeat(2_500)}1`, /deep/],
  ['1 '.repeat(9_000), /invalid syntax/],
  [')]}:+*'.repeat(3_000), /invalid syntax/],
]

describe('limits', () => {
  it.each(LIMITS.map(([code, reason]) => [code.slice(0, 60), code, reason] as const))(
    '%s',
    (_, code, reason) => {
      expect(python(code)).toMatchObject(refusal('code', expect.stringMatching(reason)))
    },
    60_000,
  )

  it('leave room for long chains', () => {
    expect(resultOf(calculate(`1${' + 1'.repeat(300)}`))).toBe(301)
    expect(resultOf(python('sum(range(100_000))'))).toBe(4_999_950_000)
    expect(resultOf(python(`${'['.repeat(50)}${']'.repeat(50)} != []`))).toBe(true)
  })
})

describe('results', () => {
  it.each([
    ['(1, 2)', [1, 2], 'tuple'],
    ['2 ** 53 - 1', 2 ** 53 - 1, 'int'],
    ['2 ** 53', '9007199254740992', 'int'],
    ["[float('inf'), 2 ** 100]", ['inf', '1267650600228229401496703205376'], 'list'],
    ["{1: 'a', True: 'b', None: 1.5}", { '1': 'b', null: 1.5 }, 'dict'],
  ])('%s', (code, result, type) => {
    expect(outputOf(python(code))).toEqual({ code, result, type })
  })

  it('of the calculator are finite numbers', () => {
    expect(resultOf(calculate("'12'"))).toBe(12)
    for (const expression of [
      '1e400',
      '1e308 * 10 - 1e308 * 10',
      '10 ** 400',
      '1,000',
      '[1]',
      "'x'",
      'len([1])',
    ]) {
      expect(calculate(expression), expression).toMatchObject(refusal('expression'))
    }
  })

  it('do not come from code with a blocked word', () => {
    for (const code of ["'important'", 'a__b', "'chaos.'", "'reopened'"]) {
      expect(python(code)).toMatchObject(refusal('code', expect.stringMatching(/must not contain/)))
    }
  })
})

describe('assigned names', () => {
  it('stay in the world, each kind of value as it was', () => {
    const world = new World(3)
    python("(v := [1, 1.0, 2 ** 80, -(2 ** 80), (1, 'a'), {1: {2: 'x'}}, None, True, -0.0])", world)
    const restored = new World(3)
    restored.restore(world.snapshot())
    expect(resultOf(python('str(v)', restored))).toBe(
      "[1, 1.0, 1208925819614629174706176, -1208925819614629174706176, (1, 'a'), {1: {2: 'x'}}, None, True, -0.0]",
    )
    expect(resultOf(python('len(v := v + [5])', restored))).toBe(10)
    expect(resultOf(python('len(v)', restored))).toBe(10)
    expect(resultOf(python('len(v)', world))).toBe(9)
  })

  it('are forgotten where they cannot be kept, and belong to one tool', () => {
    const world = new World(3)
    python('(f := lambda: 1)() + (n := 2)', world)
    expect(python('f()', world).ok).toBe(false)
    expect(resultOf(python('n', world))).toBe(2)
    expect(calculate('n', world)).toMatchObject(refusal('expression'))
    expect(world.journal).toEqual([])
  })
})
