import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Imported tools are simulators by their shape","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0029-imported-tools.md","filePath":"decisions/0029-imported-tools.md"}');
const _sfc_main = { name: "decisions/0029-imported-tools.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="imported-tools-are-simulators-by-their-shape" tabindex="-1">Imported tools are simulators by their shape <a class="header-anchor" href="#imported-tools-are-simulators-by-their-shape" aria-label="Permalink to &quot;Imported tools are simulators by their shape&quot;">​</a></h1><p>A team with an API description should not write simulators. <code>tracewright import</code> reads the description once into a file that can be read, reviewed and corrected; the simulators are made of the file when it is loaded.</p><ul><li><strong>What a tool does follows from its shape</strong>: <code>POST /pets</code> creates, <code>GET /pets/{id}</code> reads or answers 404, a list filters by the parameters that are fields. Tools without addresses (MCP, functions) are told by the first word of their names. What neither tells is <code>opaque</code>: it answers by its schema, and what it writes is in the journal all the same. A correction can say better; a guess that looked at descriptions would be wrong in ways that nobody could foresee.</li><li><strong>A prompt can only speak of what every world holds.</strong> An attempt runs in one of twenty worlds, so an id in a prompt has to be there in all of them, while a value that flows has to differ. Of the eighteen things of a kind six have the same id in every world, six the same name, and six nothing: references lead to the last, so that an id that flows cannot be known.</li><li><strong>Ids are typed by what they name</strong>: <code>id:Pet</code>. One type for all ids made 17,781 edges of 150 operations, most of them nonsense.</li><li><strong>Tools about one kind of thing are no distractors for each other</strong>: a list shows what a look-up shows, and so does an update that answers with the whole thing.</li><li><strong>Corrections are a file of their own</strong>, since the next import would overwrite anything else, and one that names nothing is an error: it would otherwise be lost in silence when the API changes.</li><li><strong>Our own reading of schemas, another&#39;s reading of files.</strong> <code>@readme/openapi-parser</code> reads JSON and YAML and brings other files in. References are followed by us, to a depth, with the name of what they lead to: that name is the kind of thing, and a document dereferenced in full has lost it.</li><li><strong>TypeScript is loaded by Vite</strong>, which Vitest brings: Node 20 has no loader of its own, and another dependency for it would do the same work.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0029-imported-tools.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0029ImportedTools = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0029ImportedTools as default
};
