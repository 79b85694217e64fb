import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"What was only inferred flows where the names agree","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0037-inferred-meanings-need-names.md","filePath":"decisions/0037-inferred-meanings-need-names.md"}');
const _sfc_main = { name: "decisions/0037-inferred-meanings-need-names.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="what-was-only-inferred-flows-where-the-names-agree" tabindex="-1">What was only inferred flows where the names agree <a class="header-anchor" href="#what-was-only-inferred-flows-where-the-names-agree" aria-label="Permalink to &quot;What was only inferred flows where the names agree&quot;">​</a></h1><p>Tasks are drawn over edges: an output whose meaning fits an input. Meanings that a schema does not declare are inferred from format, the words of a name and the JSON type. That says enough of an e-mail address, and too little of a web address, a date, a text or a number: over GitHub&#39;s document any address of a picture fitted the address of a webhook, and any time of creation a <code>since</code>. It had 1,160,918 edges, 697,488 of them because both ends are addresses, and a chain over it did not come to an end in twelve minutes.</p><ul><li><strong>A guess is marked.</strong> <code>inferTypes</code> writes <code>x-semantic-inferred: true</code> beside the meaning that it infers; what is declared (<code>field</code>, <code>.meta({ &#39;x-semantic&#39;: ... })</code>, corrections) has no mark.</li><li><strong>An edge with a guess at either end needs more than a type</strong>: that the type is of one kind whatever it is called (e-mail address, city, country, phone, person, organisation, language, currency, time zone, domain, IP address, stock symbol, temperature), that it is the id of a kind of thing, or that the names agree. They do where both fields are called the same, and not by a word that everything has (<code>url</code>, <code>id</code>, <code>date</code>, <code>value</code>), or where the input is called by the thing and the field (<code>issue_title</code> takes the <code>title</code> of an <code>issue</code>).</li><li><strong>Declared meanings hold by type alone</strong>, as before: suites over the tools that come with tracewright are the same, byte for byte.</li></ul><p>GitHub has 71,045 edges, its first 150 operations 1,258 (17,781 before), and suites of all levels are drawn over it. An edge that a person would make though the names differ (<code>price_per_night</code> to <code>budget</code>) has to be declared by a correction.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0037-inferred-meanings-need-names.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0037InferredMeaningsNeedNames = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0037InferredMeaningsNeedNames as default
};
