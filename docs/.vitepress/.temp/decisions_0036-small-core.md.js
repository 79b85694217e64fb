import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"The root entry loads no zod, and its schemas lie ready","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0036-small-core.md","filePath":"decisions/0036-small-core.md"}');
const _sfc_main = { name: "decisions/0036-small-core.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="the-root-entry-loads-no-zod-and-its-schemas-lie-ready" tabindex="-1">The root entry loads no zod, and its schemas lie ready <a class="header-anchor" href="#the-root-entry-loads-no-zod-and-its-schemas-lie-ready" aria-label="Permalink to &quot;The root entry loads no zod, and its schemas lie ready&quot;">​</a></h1><p><code>import &#39;tracewright&#39;</code> took 3.4 times what zod and ajv take together, and 44 MB: it loaded both, built 212 zod schemas, made JSON Schemas of them, and brought a parser for Python, one for JSON and one for CSV. Most programs that import it call tools or judge traces, and need none of that.</p><ul><li><strong>What only some calls need is loaded by them.</strong> <code>load</code> (a <code>require</code> of the module&#39;s own) loads a package at once, so that a function that reads a suite or calls a tool stays synchronous. The packages that are loaded so come with CommonJS as well.</li><li><strong>Schemas of our formats are made when they are first asked for</strong> (<code>lazily</code>). That moved <code>taskSchema</code>, <code>traceSchema</code>, <code>toolSchema</code>, <code>taskScoreSchema</code> and <code>runSchema</code> from the root entry to <code>tracewright/schemas</code>: as values there they would load zod again.</li><li><strong>The built-in tools&#39; JSON Schemas are written by <code>npm run make:index</code></strong> into <code>tool-schemas.json</code>. The zod schemas stay the source: they give the types of <code>run</code>, and <code>simulator.input</code> and <code>simulator.output</code> make them when somebody reads them. A test makes the file anew and compares. A tool that is not in the file yet has them made from zod.</li><li><strong><code>defineSimulator</code> takes zod schemas as before</strong> and asks the schema itself for its JSON Schema, so that the user&#39;s copy of zod does the work.</li><li><strong>zod may be there twice</strong>: as the CommonJS build for our schemas, and as the ES module for the user&#39;s. They share their registry, and tell their schemas and errors by traits, not by class.</li><li><strong>One chunk for the core.</strong> Node took about as long to open and link fifty small modules as to compile them. What entries need that are loaded without the core stays out of that chunk.</li><li><strong>ajv&#39;s compiler is still loaded by the first call of a tool.</strong> Validators compiled at build would be code for 106 tools to load with it.</li></ul><p><code>test/integration/core-imports.test.ts</code> holds the list of packages that the entry may load.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0036-small-core.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0036SmallCore = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0036SmallCore as default
};
