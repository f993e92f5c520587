from ex import *
def windowed(Z,C,w):
    """mean level over last w seconds, weighted by counts"""
    N,K=Z.shape; z0=np.where(np.isnan(Z),0,Z)*C; s=np.zeros((N,K)); c=np.zeros((N,K))
    for d in range(min(w,N)):
        s[d:]+=z0[:N-d]; c[d:]+=C[:N-d]
    return np.where(c>0,s/np.maximum(c,1),np.nan)
def rivals(s,w):
    A=s['A'][:,:2]; m=model(s,w,False); X=m.X; out={}
    for win in (1,2,5):
        Zw=windowed(w['Z'],w['C'],win); N=len(Zw)
        last=np.full((N,len(A)),np.nan)
        fx={}
        for k in range(N):
            z=Zw[k]; H=np.where(~np.isnan(z))[0]
            if len(H)==0: continue
            zh=z[H]
            def put(n,v): fx.setdefault(n,np.full((N,2),np.nan))[k]=v
            put('nearest',A[H[np.argmax(zh)]])
            for p in (.25,.5,1.0):
                for top in (3,6,99): put(f'cent p{p} t{top}',mix.centroid(s['A'][H],zh,top,p))
            for n in (2.0,2.5):
                for C in (-59.,-65.,None):
                    B=-10*n*m.L[:,H]; R=zh[None]-B
                    R=R-(C if C is not None else R.mean(1,keepdims=True)); l=-0.5*(R**2).sum(1)/36
                    p=exp(l-l.max()); p/=p.sum(); put(f'ML n{n} C{C}',p@X)
        for n,f in fx.items():
            # hold last fix
            e=np.hypot(*(f[w['ki']]-w['tr']).T); cen=A.mean(0); e0=np.hypot(*(cen-w['tr']).T); out[n+f' w{win}']=np.where(np.isnan(e),e0,e).mean()
    e0=np.hypot(*(A.mean(0)-w['tr']).T); out['room centre']=e0.mean()
    return out
if __name__=='__main__':
    R={}
    for s in ALL:
        if s['name']=='uji': continue
        for w in s['walks']:
            for n,e in rivals(s,w).items(): R.setdefault(n,{}).setdefault(s['name'],[]).append(e)
    R={n:{k:np.mean(v) for k,v in d.items()} for n,d in R.items()}
    for n,d in sorted(R.items(),key=lambda x:gm(x[1]))[:14]: show(n,d)
    for k in OPEN:
        b=min(R,key=lambda n:R[n][k]); print('best on',k,b,round(R[b][k],2))
