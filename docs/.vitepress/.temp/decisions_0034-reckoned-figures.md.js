import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Recorded sums are reckoned, not explained","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0034-reckoned-figures.md","filePath":"decisions/0034-reckoned-figures.md"}');
const _sfc_main = { name: "decisions/0034-reckoned-figures.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="recorded-sums-are-reckoned-not-explained" tabindex="-1">Recorded sums are reckoned, not explained <a class="header-anchor" href="#recorded-sums-are-reckoned-not-explained" aria-label="Permalink to &quot;Recorded sums are reckoned, not explained&quot;">​</a></h1><p>In another world of a recording each value that flows is another one. Drawn one by one, an order&#39;s total no longer was the sum of its items: an agent that checks what it is told met a contradiction that its API never shows.</p><ul><li><strong>Sums and products of figures in one object, or over a list in it, and nothing else.</strong> They are what totals are made of. Ratios, taxes by a rate below one and figures of several answers are not looked for: the more forms, the more chance finds.</li><li><strong>Parts are drawn, what they come to is reckoned</strong>, also where only the total flows: a total that stayed could be remembered. Quantities of one or two digits stay, as everywhere in recordings; what only such figures come to stays as well.</li><li><strong>All or nothing.</strong> Where no draw keeps the ranks of parts and totals, all of them stay as recorded.</li><li><strong>A refused call that repeats the first world&#39;s value is fabricated.</strong> In a recording&#39;s other world such a call is unknown and fulfils no step, so settling found nothing to judge and let the remembered value pass.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0034-reckoned-figures.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0034ReckonedFigures = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0034ReckonedFigures as default
};
